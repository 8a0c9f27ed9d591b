import type { ProductEvent } from '../catalogue/products/product.js';
import type { Schema } from '../event-sourcing/codec.js';
import { isOurs } from '../event-sourcing/ours.js';
import { pagesOf } from '../event-sourcing/record-keepers.js';
import type { OrderEvent, OrderState } from '../orders/order.js';
import { refundSum } from '../orders/order-status.js';
import type { RecordedEvent } from '../stores/event-log/event-log.js';
import { damageInWords, STREAM_DAMAGED } from '../stores/event-log/stream-integrity.js';
import { type CaseFiles, type Dated, openCaseFiles, stateAt } from './case-files.js';
import { feesOf } from './fees.js';
import { examineDrop, examineOrders, type Found } from './invariants.js';
import type { ReadableLog } from './log-source.js';
import { Histories } from './order-history.js';

export interface Examination {
  /** ms UTC */
  now: number;
  found: Found;
  /** runs after some milliseconds of work; `position` of the current event */
  rest?(position: number): Promise<void>;
}

/** minor units by currency */
export type Sums = Record<string, { charged: number; refunded: number }>;

export interface ExaminedLog {
  products: number;
  /** slots that were reserved, those released since included */
  slots: number;
  orders: number;
  fees: number;
  /** fees whose evidence stands before them */
  proofs: number;
  sums: Sums;
}

interface ReadLog {
  histories: Histories;
  schema: Schema;
}

const PIECE = 200;
const PAGE = 50;

/** Checks the invariants on a log of any length; it keeps one product's stream in memory. */
export async function examineLog(log: ReadableLog, schema: Schema, examination: Examination): Promise<ExaminedLog> {
  const total: ExaminedLog = { products: 0, slots: 0, orders: 0, fees: 0, proofs: 0, sums: {} };
  const read: ReadLog = { histories: new Histories(log, schema), schema };
  let count = 0;
  const unplaced = new Set<unknown>();
  for await (const event of log.readAll()) {
    count += 1;
    if (count % PIECE === 0) await examination.rest?.(event.position);
    if (!isOurs(event)) continue;
    if (event.type === 'ProductCreated') {
      total.products += 1;
      await examineProduct(read, event, examination, total);
    } else if (event.type === 'SlotReserved') {
      unplaced.add(event.data.orderId);
    } else if (event.type === 'OrderPlaced' && !unplaced.delete(event.data.orderId)) {
      const orders = await filesOf(read, [event.stream.slice('order-'.length)], examination);
      examineDrop(orders, examination.found);
      examinePage(orders, examination, total);
    }
  }
  return total;
}

async function examineProduct(
  read: ReadLog,
  { stream, position }: RecordedEvent,
  examination: Examination,
  total: ExaminedLog,
): Promise<void> {
  const { events, damage } = await read.histories.stream(stream);
  if (damage) examination.found(STREAM_DAMAGED, `${stream}: ${damageInWords(damage)}`);
  const drop = openCaseFiles(events, read.schema);
  examineDrop(drop, examination.found);
  const productId = stream.slice('product-'.length);
  const own = drop.products.get(productId) ?? [];
  total.slots += own.filter(({ type }) => type === 'SlotReserved').length;
  for await (const page of pagesOf(ordersIn(own), PAGE)) {
    const files = await filesOf(read, page, examination);
    files.products.set(productId, concerning(own, new Set(files.orders.keys())));
    examinePage(files, examination, total);
    await examination.rest?.(position);
  }
}

function examinePage(files: CaseFiles, examination: Examination, total: ExaminedLog): void {
  examineOrders(files, examination.now, examination.found);
  total.orders += files.orders.size;
  for (const events of files.orders.values()) {
    const { fees, proofs } = feesOf(events);
    total.fees += fees;
    total.proofs += proofs;
    add(total.sums, stateAt(events));
  }
}

function add(sums: Sums, state: OrderState): void {
  if (!state.placed || !state.charged) return;
  const { currency } = state.placed;
  const sum = sums[currency] ?? { charged: 0, refunded: 0 };
  sum.charged += state.charged.amount;
  sum.refunded += refundSum(state, 'done');
  sums[currency] = sum;
}

async function* ordersIn(events: readonly Dated<ProductEvent>[]): AsyncIterable<string> {
  const seen = new Set<string>();
  for (const event of events) {
    if (event.type !== 'SlotReserved' || seen.has(event.data.orderId)) continue;
    seen.add(event.data.orderId);
    yield event.data.orderId;
  }
}

function concerning(events: readonly Dated<ProductEvent>[], orders: ReadonlySet<string>): Dated<ProductEvent>[] {
  return events.filter((event) => {
    const isOfSlot = event.type === 'SlotReserved' || event.type === 'SlotReleased';
    return !isOfSlot || orders.has(event.data.orderId);
  });
}

/** Damaged streams are reported and not checked. */
async function filesOf(
  { histories, schema }: ReadLog,
  orderIds: readonly string[],
  { found }: Examination,
): Promise<CaseFiles> {
  const files: CaseFiles = { products: new Map(), orders: new Map(), until: 0 };
  for (const orderId of orderIds) {
    const { events, damage } = await histories.stream(`order-${orderId}`);
    if (damage) {
      found(STREAM_DAMAGED, `order-${orderId}: ${damageInWords(damage)}`);
      continue;
    }
    const own = openCaseFiles(events, schema);
    files.until = Math.max(files.until, own.until);
    files.orders.set(orderId, (own.orders.get(orderId) ?? []) as Dated<OrderEvent>[]);
  }
  return files;
}
