import { Inject, Injectable } from '@nestjs/common';
import type { RetailerProtocol } from '@supreme-access/contract/shapes/retailers.js';
import { InjectVault } from '../../config/tokens.js';
import { Commands } from '../../event-sourcing/commands.js';
import { checkedCalls, type OutgoingRules } from '../../http/outgoing/checked-address.js';
import { pooled, type Send, sending } from '../../http/outgoing/http-calls.js';
import { Breakers, partnerOf } from '../../jobs/breakers.js';
import { LiveEvents } from '../../projections/live-events.js';
import { referencedSecret } from '../../stores/vault/referenced-secret.js';
import type { Vault } from '../../stores/vault/vault.js';
import type { Retailer } from '../retailer.js';
import type { Place, Protocol, Protocols } from './protocols.js';
import { KEY_KIND, type RetailerFacts, retailer, SANDBOX } from './retailer-record.js';

export interface RetailerPlaces extends OutgoingRules {
  protocols: Protocols;
  /** null: none runs in this process */
  sandbox: { url: string; key: string } | null;
  /** calls instead of connections of our own */
  send?: Send;
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
    const known = this.clients.get(id);
    if (known) return known;
    const made = this.make(id);
    this.clients.set(id, made);
    made.catch(() => this.clients.get(id) === made && this.clients.delete(id));
    return made;
  }

  /** @throws AddressRefused, or StaleVault without the key's record */
  async placeOf(facts: RetailerFacts, endpoint?: string): Promise<Place> {
    const { sandbox, send } = this.places;
    if (facts.baseUrl === SANDBOX) {
      if (!sandbox) throw new Error('no sandbox runs here');
      const url = sandbox.url + DOORS[facts.protocol];
      return { url, key: sandbox.key, send: send ?? pooled(new URL(url).origin) };
    }
    const url = endpoint ?? facts.baseUrl;
    return { url, key: await this.keyOf(facts), send: withinDeadline(sending(checkedCalls(url, this.places))) };
  }

  /** @throws Error for a protocol that this process does not speak */
  protocolOf({ protocol }: RetailerFacts): Protocol {
    const spoken = this.places.protocols[protocol];
    if (!spoken) throw new Error(`protocol ${protocol}`);
    return spoken;
  }

  private async make(id: string): Promise<Retailer> {
    const state = await this.commands.state(retailer, id);
    const { facts, discovered } = state;
    if (!facts) throw new Error(`no retailer ${id}`);
    const place = await this.placeOf(facts, discovered?.endpoint);
    const breaker = this.breakers.of(partnerOf(id));
    breaker.name = facts.name;
    const version = facts.version ?? discovered?.version ?? null;
    return this.protocolOf(facts).client({ ...place, facts, version, heard: breaker.recordResult });
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
