import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EventLog, RecordedEvent } from '../platform/log/event-log.js';
import { ours } from '../platform/log/ours.js';
import { eventAt } from '../platform/log/reading.js';
import { InjectEventLog } from '../platform/platform.js';
import type { SlotHolder } from './slot-receipts.js';

/** A slot's SlotReserved as the log holds it. */
export interface Reserved {
  stream: string;
  revision: number;
  position: number;
  hash: string;
  /** ms UTC */
  at: number;
}

/** How far around the expected place of an event it is looked for: a batch, and clocks that differ a little. */
const NEAR = { before: 64, after: 1_000 };
/** events among which a slot is as a rule */
const FIRST = 32;

/** Finds the slots of orders in the streams of products, which may be long. */
@Injectable()
export class SlotEvents {
  constructor(@InjectEventLog() private readonly log: EventLog) {}

  /** Null of an order that never had a slot. */
  async of({ orderId, productId, slotNumber, orderDate }: SlotHolder): Promise<Reserved | null> {
    if (slotNumber === null) return null;
    const found = await slotReserved(this.log, `product-${productId}`, orderId, slotNumber, orderDate);
    if (!found) return null;
    const { stream, revision, position, metadata } = found;
    return { stream, revision, position, hash: metadata.hash, at: metadata.recordedAt };
  }
}

/** The SlotReserved of an order that was reserved at `at` (ms UTC); `slotNumber` 0: not known. */
export async function slotReserved(
  log: EventLog,
  stream: string,
  orderId: string,
  slotNumber: number,
  at: number,
): Promise<RecordedEvent | undefined> {
  const isIt = ({ type, data }: RecordedEvent) => type === 'SlotReserved' && data.orderId === orderId;
  // A slot's number never exceeds its revision, every lower number was reserved before it, and is close to it where few gave theirs back.
  const near = await firstOf(ours(log.readStream(stream, { from: slotNumber, limit: FIRST })), isIt);
  return near ?? findNear(log, stream, slotNumber, at, isIt);
}

/** Looks around the first event that was recorded at `at` (ms UTC) or later, at revision `least` or later. */
export async function findNear(
  log: EventLog,
  stream: string,
  least: number,
  at: number,
  isIt: (event: RecordedEvent) => boolean,
): Promise<RecordedEvent | undefined> {
  const from = Math.max(0, (await firstSince(log, stream, least, at)) - NEAR.before);
  return firstOf(ours(log.readStream(stream, { from, limit: NEAR.before + NEAR.after })), isIt);
}

/** The revision of the first event that was recorded at `at` (ms UTC) or later, at revision `least` or later. */
async function firstSince(log: EventLog, stream: string, least: number, at: number): Promise<number> {
  const recordedAt = async (revision: number) => {
    await nextTurn();
    const event = await eventAt(log, stream, revision);
    return event?.metadata.recordedAt ?? Number.POSITIVE_INFINITY;
  };
  let [low, high] = [least, least];
  for (let step = 1; (await recordedAt(high)) < at; step *= 2) [low, high] = [high + 1, high + step];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await recordedAt(middle)) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

export async function firstOf(events: AsyncIterable<RecordedEvent>, isIt: (event: RecordedEvent) => boolean) {
  for await (const event of events) if (isIt(event)) return event;
  return undefined;
}
