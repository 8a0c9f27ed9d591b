import type { OrderEvent, OrderState } from '../orders/order.js';
import { refundSum } from '../orders/order-status.js';
import type { Schema } from '../platform/log/codec.js';
import type { RecordedEvent } from '../platform/log/event-log.js';
import { isOurs } from '../platform/log/ours.js';
import { damageInWords, STREAM_DAMAGED } from '../platform/log/stream-integrity.js';
import { pagesOf } from '../platform/vault/sweep.js';
import type { ProductEvent } from '../products/product.js';
import { type CaseFiles, type Dated, openCaseFiles, stateAt } from './case-files.js';
import { type Examined, examineDrop, examineOrders } from './invariants.js';
import type { LogSource } from './log-source.js';
import { READS_EMPTY, StreamBeginnings } from './stream-beginnings.js';
import type { Break } from './verify.js';
import { WholeStreams } from './whole-streams.js';

/** One order as the log makes it. */
export interface FoldedOrder {
  orderId: string;
  state: OrderState;
}

export interface Examination {
  /** ms UTC */
  now: number;
  found(name: string, problem: string): void;
  /** orders that were looked at, some at a time */
  looked?(orders: readonly FoldedOrder[]): Promise<void> | void;
  /** after each piece of work of some milliseconds; `position` of the event that is read */
  rest?(position: number): Promise<void>;
}

/** minor units by currency */
export type Sums = Record<string, { charged: number; refunded: number }>;

export interface ExaminedLog {
  products: number;
  orders: number;
  sums: Sums;
}

interface ReadLog {
  streams: WholeStreams;
  schema: Schema;
}

/** events, and orders, between two rests */
const PIECE = 200;
const PAGE = 50;

/**
 * The invariants on a whole log of any length: each drop as its first event is met, with its orders some at a time, and test orders
 * one by one. What is kept in memory is one product's stream.
 */
export async function examineLog(
  source: Pick<LogSource, 'all' | 'stream' | 'first'>,
  schema: Schema,
  examination: Examination,
): Promise<ExaminedLog> {
  const { rest } = examination;
  const total: ExaminedLog = { products: 0, orders: 0, sums: {} };
  const log: ReadLog = { streams: new WholeStreams(source), schema };
  const beginnings = source.first && new StreamBeginnings(source.first);
  let count = 0;
  for await (const event of source.all()) {
    count += 1;
    if (count % PIECE === 0) await rest?.(event.position);
    if (!isOurs(event)) continue;
    if (event.type === 'ProductCreated') {
      total.products += 1;
      await examineProduct(log, event, examination, total);
    } else if (event.type === 'OrderPlaced') {
      tellCut(await beginnings?.look(event), examination);
      if (event.data.livemode !== false) continue;
      const orders = await filesOf(log, [event.stream.slice('order-'.length)], examination);
      await examinePage(orders, examination, total);
    }
  }
  tellCut(await beginnings?.rest(), examination);
  return total;
}

/** What a stream's own reading does not tell: one that was deleted reads as one that is not there yet. */
function tellCut(breaks: readonly Break[] | undefined, { found }: Examination): void {
  for (const { stream, problem } of breaks ?? [])
    if (problem === READS_EMPTY) found(STREAM_DAMAGED, `${stream}: ${problem}`);
}

async function examineProduct(
  { streams, schema }: ReadLog,
  { stream, position }: RecordedEvent,
  examination: Examination,
  total: ExaminedLog,
): Promise<void> {
  const { events, damage } = await streams.read(stream);
  if (damage) examination.found(STREAM_DAMAGED, `${stream}: ${damageInWords(damage)}`);
  else if (events.length === 0) examination.found(STREAM_DAMAGED, `${stream}: ${READS_EMPTY}`);
  const drop = openCaseFiles(events, schema);
  tell(examineDrop(drop), examination);
  const productId = stream.slice('product-'.length);
  const own = drop.products.get(productId) ?? [];
  for await (const page of pagesOf(ordersIn(own), PAGE)) {
    const files = await filesOf({ streams, schema }, page, examination);
    files.products.set(productId, concerning(own, new Set(files.orders.keys())));
    await examinePage(files, examination, total);
    await examination.rest?.(position);
  }
}

async function examinePage(files: CaseFiles, examination: Examination, total: ExaminedLog): Promise<void> {
  tell(examineOrders(files, examination.now), examination);
  const orders = [...files.orders].map(([orderId, events]) => ({ orderId, state: stateAt(events) }));
  total.orders += orders.length;
  for (const { state } of orders) add(total.sums, state);
  await examination.looked?.(orders);
}

function tell(examined: readonly Examined[], { found }: Examination): void {
  for (const { name, problems } of examined) for (const problem of problems) found(name, problem);
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

/** A product's events without the slots of all other orders. */
function concerning(events: readonly Dated<ProductEvent>[], orders: ReadonlySet<string>): Dated<ProductEvent>[] {
  return events.filter((event) => {
    const isOfSlot = event.type === 'SlotReserved' || event.type === 'SlotReleased';
    return !isOfSlot || orders.has(event.data.orderId);
  });
}

/** Without those that are damaged: these are told, and not judged by what is left of them. */
async function filesOf(
  { streams, schema }: ReadLog,
  orderIds: readonly string[],
  { found }: Examination,
): Promise<CaseFiles> {
  const files: CaseFiles = { products: new Map(), orders: new Map(), until: 0 };
  for (const orderId of orderIds) {
    const { events, damage } = await streams.read(`order-${orderId}`);
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
