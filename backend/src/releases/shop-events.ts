import { Injectable } from '@nestjs/common';
import type { JWK } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config/config.js';
import { InjectClock, InjectConfig } from '../config/tokens.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { noSuch, Refused } from '../event-sourcing/decider.js';
import { AddressRefused } from '../http/outgoing/checked-address.js';
import { order } from '../orders/order.js';
import { RecordShopOrder } from '../orders/order-shop.js';
import { sessionKey, shopSessionsProjection } from '../orders/shop-sessions.projection.js';
import { Reads } from '../projections/reads.js';
import { RetailerClients } from '../retailers/directory/retailer-clients.js';
import { type RetailerState, retailer } from '../retailers/directory/retailer-record.js';
import { webhookUrl } from '../retailers/identity/platform-profile.js';
import { discoverUcp } from '../retailers/ucp/ucp-discovery.js';
import {
  acpEvent,
  isSignedByKey,
  type ReceivedWebhook,
  type ShopEvent,
  ucpEvent,
} from '../retailers/webhooks/shop-event.js';
import { despiteDamage } from '../stores/event-log/stream-integrity.js';

/** ms for a shop to tell its keys; it may wait for our answer before it ends a checkout */
const KEYS_WITHIN = 3_000;
/** ms; the least that is allowed: https://ucp.dev/2026-04-08/specification/overview (Profile Requirements) */
const KEYS_KEPT = 60_000;
/** ms in which a shop that told no keys is not asked again, whoever sends what */
const AWAY_FOR = 5_000;

/** What shops tell of their orders. It proves nothing and makes the session be looked up at once. */
@Injectable()
export class ShopEvents {
  private readonly keys = new LRUCache<string, { until: number; keys: Promise<JWK[]> }>({ max: 200 });

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly clients: RetailerClients,
    @InjectConfig() private readonly config: Config,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** @throws Refused 'not-found' | 'signature-invalid' */
  async receive(retailerId: string, webhook: Omit<ReceivedWebhook, 'url'>): Promise<void> {
    const state = await this.commands.state(retailer, retailerId);
    if (!state.facts || state.facts.protocol === 'own') throw noSuch('retailer');
    const event = await this.read(retailerId, state, {
      ...webhook,
      url: webhookUrl(this.config.publicUrl, retailerId),
    });
    if (!event) throw new Refused('signature-invalid', 'unauthorized', 'This event is not signed by the shop.');
    const session = await this.reads.get(shopSessionsProjection, sessionKey(event.session));
    await despiteDamage(session?.orderIds ?? [], (orderId) => {
      const command = new RecordShopOrder(orderId, { retailerId, ...event }, byShop(retailerId));
      return this.commands.execute(order, command);
    });
  }

  private async read(
    id: string,
    { facts, discovered }: RetailerState,
    webhook: ReceivedWebhook,
  ): Promise<ShopEvent | undefined> {
    if (!facts) return undefined;
    const place = await this.clients.placeOf(facts).catch((error: unknown) => {
      throw error instanceof AddressRefused ? away() : error;
    });
    if (facts.protocol === 'acp') return place.key === null ? undefined : acpEvent(webhook, place.key, this.clock());
    // Nobody makes us call a shop without a signature that it may have made.
    if (!isSignedByKey(webhook)) return undefined;
    const version = facts.version ?? discovered?.version ?? null;
    return ucpEvent(
      webhook,
      await this.keysOf(id, () => discoverUcp(place, version, AbortSignal.timeout(KEYS_WITHIN))),
    );
  }

  private keysOf(id: string, discover: () => ReturnType<typeof discoverUcp>): Promise<JWK[]> {
    const kept = this.keys.get(id);
    if (kept && this.clock() < kept.until) return kept.keys;
    const until = this.clock() + KEYS_KEPT;
    const keys = discover().then((answer) => {
      if (answer.kind === 'discovered') return answer.keys;
      entry.until = this.clock() + AWAY_FOR;
      throw away();
    });
    const entry = { until, keys };
    this.keys.set(id, entry);
    return keys;
  }
}

function away(): Refused {
  return new Refused('partner-away', 'unavailable', "The shop's keys could not be read.", 30);
}

function byShop(retailerId: string) {
  return { ...workerMetadata('shop'), actor: { kind: 'system', id: retailerId } } as const;
}
