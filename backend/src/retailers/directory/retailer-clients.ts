import { Inject, Injectable } from '@nestjs/common';
import {
  PROTOCOL_VERSIONS,
  type RetailerProtocol,
  SANDBOX_SELLER,
} from '@supreme-access/contract/retailer-protocols.js';
import { InjectVault } from '../../config/tokens.js';
import { Commands } from '../../event-sourcing/commands.js';
import { checkedCalls, hostOf, type OutgoingRules } from '../../http/outgoing/checked-address.js';
import { pooled, type Send, sending } from '../../http/outgoing/http-calls.js';
import { Breakers, partnerOf } from '../../jobs/breakers.js';
import { RetryableError } from '../../jobs/retries.js';
import { LiveEvents } from '../../projections/live-events.js';
import { referencedSecret } from '../../stores/vault/referenced-secret.js';
import type { Vault } from '../../stores/vault/vault.js';
import type { Retailer } from '../retailer.js';
import type { Sign } from '../signatures/message-signatures.js';
import { type Place, PROTOCOLS } from './protocols.js';
import { isMoved, KEY_KIND, type RetailerFacts, retailer, SANDBOX } from './retailer-record.js';

export interface RetailerPlaces extends OutgoingRules {
  /** null: none runs in this process; `profile`: the address of our profiles, as it reaches them */
  sandbox: { url: string; key: string; profile(retailerId: string): string } | null;
  /** calls instead of connections of our own */
  send?: Send;
  /** who we are to a retailer: the address of our profiles, and what signs our requests */
  ours: { profile(retailerId: string): string; sign: Sign };
}
export const RETAILER_PLACES = 'RETAILER_PLACES';

/** ms for one call, whatever its caller allows */
const CALL_DEADLINE = 20_000;
const DOORS: Readonly<Record<RetailerProtocol, string>> = { own: '', ucp: '/ucp', acp: '/acp' };

/** The clients of the configured retailers, each with a breaker and a limit of its own. */
@Injectable()
export class RetailerClients {
  private readonly clients = new Map<string, Promise<Retailer>>();

  constructor(
    private readonly commands: Commands,
    @InjectVault() private readonly vault: Vault,
    private readonly breakers: Breakers,
    live: LiveEvents,
    @Inject(RETAILER_PLACES) private readonly places: RetailerPlaces,
  ) {
    live.onEvent(({ category, id }) => {
      if (category === retailer.category) this.clients.delete(id);
    });
  }

  /** @throws Error for an id that is not configured */
  of(id: string): Promise<Retailer> {
    const existing = this.clients.get(id);
    if (existing) return existing;
    const made = this.make(id);
    this.clients.set(id, made);
    made.catch(() => this.clients.get(id) === made && this.clients.delete(id));
    return made;
  }

  /** @throws AddressRefused, RetryableError without the sandbox, or StaleVault without the key's record */
  async placeOf(facts: RetailerFacts, endpoint?: string): Promise<Place> {
    const { sandbox, send } = this.places;
    if (facts.baseUrl === SANDBOX) {
      if (!sandbox) throw new RetryableError('no-sandbox');
      const url = sandbox.url + DOORS[facts.protocol];
      return { url, key: sandbox.key, send: send ?? pooled(new URL(url).origin) };
    }
    const url = endpoint ?? facts.baseUrl;
    // A setting trusts what an operator names, not what a shop does.
    const own = hostOf(new URL(facts.baseUrl));
    const rules = { ...this.places, trusted: this.places.trusted.filter((host) => host === own) };
    return { url, key: await this.keyOf(facts), send: withinDeadline(sending(checkedCalls(url, rules))) };
  }

  private async make(id: string): Promise<Retailer> {
    const state = await this.commands.state(retailer, id);
    const { facts, discovered } = state;
    if (!facts) throw new Error(`no retailer ${id}`);
    const { protocol, sellerProfile } = facts;
    const isSandbox = facts.baseUrl === SANDBOX;
    if (PROTOCOLS[protocol].discover && !discovered && !isSandbox) {
      throw new RetryableError('retailer-not-discovered', { partner: partnerOf(id) });
    }
    if (!isSandbox && isMoved(state)) throw new RetryableError('retailer-moved', { partner: partnerOf(id) });
    const { sandbox, ours } = this.places;
    const breaker = this.breakers.of(partnerOf(id));
    breaker.name = facts.name;
    return PROTOCOLS[protocol].client({
      ...(await this.placeOf(facts, discovered?.endpoint)),
      facts,
      version: facts.version ?? discovered?.version ?? PROTOCOL_VERSIONS[protocol][0] ?? '',
      seller: sellerProfile ?? (isSandbox ? SANDBOX_SELLER : ''),
      profile: (isSandbox && sandbox ? sandbox : ours).profile(id),
      sign: ours.sign,
      recordResult: breaker.recordResult,
    });
  }

  private async keyOf({ keyRecord }: RetailerFacts): Promise<string | null> {
    if (keyRecord === null) return null;
    const entry = await referencedSecret<string>(this.vault, KEY_KIND, keyRecord);
    return entry === 'erased' ? null : entry.value;
  }
}

function withinDeadline(send: Send): Send {
  return ({ signal, ...call }) =>
    send({ ...call, signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_DEADLINE)]) });
}
