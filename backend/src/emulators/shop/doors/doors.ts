import { CheckoutSessions, type SessionOptions } from '../checkout-sessions.js';
import { IdempotencyKeys } from '../idempotency-keys.js';
import { OrderWebhooks, type WebhookOptions } from '../order-webhooks.js';
import { type FetchProfile, PlatformProfiles } from '../platform-profiles.js';
import type { SigningKey } from '../signing-key.js';
import type { Till } from '../till.js';
import { AcpDoor } from './acp.js';
import type { Door, ShopFacts } from './door.js';
import { UcpDoor } from './ucp.js';

export interface DoorOptions {
  till: Till;
  facts: ShopFacts;
  sessions: Omit<SessionOptions, 'onSale'>;
  fetchProfile: FetchProfile;
  key: SigningKey;
  webhooks: Pick<WebhookOptions, 'urls' | 'secret' | 'post' | 'pause'>;
}
export interface StandardDoors {
  ucp: Door;
  acp: Door;
  sessions: CheckoutSessions;
  webhooks: OrderWebhooks;
}

/** The doors of both standards, over one till; our own protocol's needs none of this. */
export function openDoors({ till, facts, sessions: how, fetchProfile, key, webhooks }: DoorOptions): StandardDoors {
  const orders = new OrderWebhooks(till, facts, { ...webhooks, key });
  const sessions = new CheckoutSessions(till, { ...how, onSale: () => orders.tell() });
  const keys = new IdempotencyKeys(till);
  const profiles = new PlatformProfiles(fetchProfile, till.clock);
  const shop = { till, facts, sessions, keys };
  const ucp = new UcpDoor(shop, { profiles, signingKey: key.public });
  return { ucp, acp: new AcpDoor(shop), sessions, webhooks: orders };
}
