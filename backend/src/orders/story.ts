import { Injectable } from '@nestjs/common';
import type { StoryEventName } from '@supreme-access/contract/event-names.js';
import type { StoryEntry } from '@supreme-access/contract/shapes/orders.js';
import type { ProductEvent } from '../catalogue/products/product.js';
import { productsProjection } from '../catalogue/products/products.projection.js';
import { InjectEventLog, InjectSchema } from '../config/tokens.js';
import { currentData, type Schema } from '../event-sourcing/codec.js';
import { ours } from '../event-sourcing/ours.js';
import { all } from '../event-sourcing/reading.js';
import type { MailEvent } from '../mail/mail.js';
import { mailsProjection } from '../mail/mails.projection.js';
import { Reads } from '../projections/reads.js';
import type { EventLog, RecordedEvent } from '../stores/event-log/event-log.js';
import type { Evidence } from './evidence.js';
import type { OrderEvent } from './order.js';
import type { OrderDoc } from './orders.projection.js';

/** Staff only: a decline code may reveal that the card was reported stolen; a shop may show a session to anybody. */
const STAFF_ONLY = ['declineCode', 'session', 'tokenHash', 'unsold', 'payment'];
/** Allowlist: cards, codes, persons and payers stay in the log. */
const ALLOWED_FIELDS = new Set(
  (
    'orderId productId productTitle slotNumber size style price listPrice currency promo fallback poBox streetConfirmed livemode ' +
    'reservedAt releaseAt startedAt finishedAt closesAt attempt reference reason declineCode retryAt evidence late amount intentId chargeId ' +
    'refundId stripeRefundId settlementId disputeId dueBy status refundable outcome from to kind which reply ' +
    'proofId decision answer ' +
    'retailerId total seller tokenExpiresAt until payment retail sold session tokenHash unsold'
  ).split(' '),
);

type Logged =
  | OrderEvent['type']
  | MailEvent['type']
  | Extract<ProductEvent['type'], 'SlotReserved' | 'SlotReleased' | 'ReleaseStarted'>;
/** Compiles to `unknown` unless the log and the contract have the same event names. */
export type StoryEventType = [Logged, StoryEventName] extends [StoryEventName, Logged] ? Logged : unknown;

type StoryOf = Pick<OrderDoc, 'orderId' | 'productId' | 'reservation'>;

@Injectable()
export class Stories {
  constructor(
    @InjectEventLog() private readonly log: EventLog,
    @InjectSchema() private readonly schema: Schema,
    private readonly reads: Reads,
  ) {}

  /** Returns an order's events, oldest first: its stream, known mails, slot and the start of its release. */
  async of(about: StoryOf, reader: 'shopper' | 'staff' = 'shopper'): Promise<StoryEntry[]> {
    const events = await this.events(about);
    const entries = events.map((event) => toEntry(event, currentData(event, this.schema)));
    return reader === 'staff' ? entries : entries.map(forShopper);
  }

  async events({ orderId, productId, reservation }: StoryOf): Promise<RecordedEvent[]> {
    const [own, mails] = await Promise.all([
      all(ours(this.log.readStream(`order-${orderId}`))),
      this.reads.find(mailsProjection, { where: { about: 'order', aboutId: orderId } }),
    ]);
    const mailed = await Promise.all(mails.map(({ mailId }) => all(ours(this.log.readStream(`mail-${mailId}`)))));
    const isAttempted = own.some(({ type }) => type === 'CheckoutStarted');
    const drop = isAttempted ? await this.reads.get(productsProjection, productId) : undefined;
    const places = [reservation.position, reservation.releasedAt, drop?.releaseEvent ?? null];
    const named = await Promise.all(places.map((place) => (place === null ? undefined : this.log.at(place))));
    const ofDrop = named.filter((event) => event?.stream === `product-${productId}`) as RecordedEvent[];
    return [...ofDrop, ...own, ...mailed.flat()].sort((a, b) => a.position - b.position);
  }
}

function forShopper({ data, ...entry }: StoryEntry): StoryEntry {
  const visible = Object.entries(data).filter(([name]) => !STAFF_ONLY.includes(name));
  return { ...entry, data: Object.fromEntries(visible.map(([name, value]) => [name, withoutTokenHash(value)])) };
}

/** The hash of a charge by token is that of the token. */
function withoutTokenHash(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { sha256: _, ...rest } = value as Partial<Evidence>;
  return rest.kind === 'card-charge' ? rest : value;
}

export function toEntry({ type, position, metadata }: RecordedEvent, current: object): StoryEntry {
  const { kind, id } = metadata.actor;
  const data = Object.entries(current).filter(([name]) => ALLOWED_FIELDS.has(name));
  const at = new Date(metadata.recordedAt).toISOString();
  return { type: type as StoryEventType, at, position, causedBy: `${kind} ${id}`, data: Object.fromEntries(data) };
}
