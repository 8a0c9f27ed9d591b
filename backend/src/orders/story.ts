import { Injectable } from '@nestjs/common';
import type { StoryEntry } from '@supreme-access/contract/api-types.js';
import type { StoryEventName } from '@supreme-access/contract/event-names.js';
import { PROMISE_MS } from '@supreme-access/contract/limits.js';
import type { MailEvent } from '../mail/mail.js';
import { mailsProjection } from '../mail/mails.projection.js';
import { currentData, type Schema } from '../platform/log/codec.js';
import type { EventLog, RecordedEvent } from '../platform/log/event-log.js';
import { ours } from '../platform/log/ours.js';
import { all } from '../platform/log/reading.js';
import { InjectEventLog, InjectSchema } from '../platform/platform.js';
import { Reads } from '../platform/read-models/reads.js';
import type { ProductEvent } from '../products/product.js';
import type { OrderEvent } from './order.js';
import { findNear, firstOf, slotReserved } from './slot-events.js';

/** What the bank calls a refusal may be that the card was stolen: only staff read it. */
const TOLD_TO_STAFF = 'declineCode';
/** What a story tells of an event. Whatever is not named here stays in the log: cards, codes, persons, payers. */
const TOLD = new Set(
  (
    'orderId productId productTitle slotNumber size style price listPrice currency promo fallback poBox streetConfirmed livemode ' +
    'reservedAt releaseAt startedAt finishedAt closesAt attempt reference reason declineCode retryAt evidence late amount intentId chargeId ' +
    'refundId stripeRefundId settlementId disputeId dueBy status refundable outcome from to kind which reply ' +
    'proofId decision answer'
  ).split(' '),
);

type Logged =
  | OrderEvent['type']
  | MailEvent['type']
  | Extract<ProductEvent['type'], 'SlotReserved' | 'SlotReleased' | 'ReleaseStarted'>;
/** The names that the log holds, if the contract knows just these; else nothing that a story's entry could be. */
type Told = [Logged, StoryEventName] extends [StoryEventName, Logged] ? Logged : unknown;

@Injectable()
export class Stories {
  constructor(
    @InjectEventLog() private readonly log: EventLog,
    @InjectSchema() private readonly schema: Schema,
    private readonly reads: Reads,
  ) {}

  /**
   * Everything that happened to an order, oldest first: its own stream, its mails as far as the read model knows them, and from
   * the product's stream its slot and the start of its release. `reservedAt` (ms UTC) finds the slot of an order that is not placed yet. A product's stream may be long; its
   * events are found by their time.
   */
  async of(
    orderId: string,
    productId: string,
    reservedAt?: number,
    reader: 'shopper' | 'staff' = 'shopper',
  ): Promise<StoryEntry[]> {
    const events = await this.events(orderId, productId, reservedAt);
    const entries = events.map((event) => toEntry(event, currentData(event, this.schema)));
    return reader === 'staff' ? entries : entries.map(forShopper);
  }

  /** The events that the story is made of. */
  async events(orderId: string, productId: string, reservedAt?: number): Promise<RecordedEvent[]> {
    const [own, mails] = await Promise.all([
      orderEvents(this.log, orderId, productId, reservedAt),
      this.reads.find(mailsProjection, { where: { about: 'order', aboutId: orderId } }),
    ]);
    const mailed = await Promise.all(mails.map(({ mailId }) => all(ours(this.log.readStream(`mail-${mailId}`)))));
    return [...own, ...mailed.flat()].sort((a, b) => a.position - b.position);
  }
}

/** An order's own events and those of its drop, oldest first. */
export async function orderEvents(
  log: EventLog,
  orderId: string,
  productId: string,
  reservedAt?: number,
): Promise<RecordedEvent[]> {
  const own = await all(ours(log.readStream(`order-${orderId}`)));
  const drop = await dropEvents(log, orderId, productId, own, reservedAt);
  return [...drop, ...own].sort((a, b) => a.position - b.position);
}

function forShopper({ data: { [TOLD_TO_STAFF]: _, ...data }, ...entry }: StoryEntry): StoryEntry {
  return { ...entry, data };
}

async function dropEvents(
  log: EventLog,
  orderId: string,
  productId: string,
  own: readonly RecordedEvent[],
  knownAt: number | undefined,
): Promise<RecordedEvent[]> {
  const stream = `product-${productId}`;
  const isOurs = (type: string) => (event: RecordedEvent) => event.type === type && event.data.orderId === orderId;
  const placed = own.find(({ type }) => type === 'OrderPlaced')?.data;
  if (placed?.slotNumber === null) return [];
  const slotNumber = numberOf(placed?.slotNumber) ?? 0;
  const reservedAt = numberOf(placed?.reservedAt) ?? knownAt;
  const reserved =
    (reservedAt === undefined ? undefined : await slotReserved(log, stream, orderId, slotNumber, reservedAt)) ??
    (await firstOf(ours(log.readStream(stream)), isOurs('SlotReserved')));
  if (!reserved) return [];
  const { revision } = reserved;
  const withdrawnAt = own.find(({ type }) => type === 'OrderWithdrawn')?.metadata.recordedAt;
  const closesAt = numberOf(own.find(({ type }) => type === 'CheckoutStarted')?.data.closesAt);
  const released =
    withdrawnAt === undefined ? undefined : await findNear(log, stream, revision, withdrawnAt, isOurs('SlotReleased'));
  const started =
    closesAt === undefined
      ? undefined
      : await findNear(log, stream, revision, closesAt - PROMISE_MS, ({ type }) => type === 'ReleaseStarted');
  return [reserved, released, started].filter((event) => event !== undefined);
}

export function toEntry({ type, position, metadata }: RecordedEvent, current: object): StoryEntry {
  const { kind, id } = metadata.actor;
  const data = Object.entries(current).filter(([name]) => TOLD.has(name));
  const at = new Date(metadata.recordedAt).toISOString();
  return { type: type as Told, at, position, causedBy: `${kind} ${id}`, data: Object.fromEntries(data) };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
