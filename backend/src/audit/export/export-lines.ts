import { Refused } from '../../event-sourcing/decider.js';
import { ours } from '../../event-sourcing/ours.js';
import type { RecordedEvent } from '../../stores/event-log/event-log.js';
import type { ReadableLog } from '../log-source.js';
import type { RunRange } from '../runs/audit-run.js';

export interface ExportInput {
  stream?: string | undefined;
  product?: string | undefined;
  range: RunRange;
  /** omits sealed data; the hash of such an event cannot be recomputed */
  isMasked: boolean;
}

export const MASKED = 'masked';

const CHUNK = 64 * 1024;
const PIECE = 500;

/** @throws Refused 'export-invalid' unless exactly one of a stream, a product and a period is given */
export function assertInput({ stream, product, range }: ExportInput): void {
  const isTimed = range.from !== null || range.to !== null;
  const isBlank = stream === '' || product === '';
  const named = [stream !== undefined, product !== undefined, isTimed].filter(Boolean).length;
  if (!isBlank && named === 1) return;
  throw new Refused(
    'export-invalid',
    'invalid',
    'Choose exactly one of these: a stream, a product, or a period (from and to).',
  );
}

/** Yields NDJSON as in docs/log-format.md, in log order, in chunks of about 64 kB. */
export async function* exportLines(
  log: ReadableLog,
  input: ExportInput,
  rest: () => Promise<void>,
): AsyncGenerator<string> {
  async function* events() {
    let count = 0;
    for await (const event of eventsOf(log, input)) {
      if (event !== null) yield input.isMasked ? masked(event) : event;
      count += 1;
      if (count % PIECE === 0) await rest();
    }
  }
  yield* inPieces(events());
}

export async function* inPieces(events: AsyncIterable<RecordedEvent>): AsyncGenerator<string> {
  let chunk = '';
  for await (const event of events) {
    chunk += lineOf(event);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

async function* eventsOf(
  log: ReadableLog,
  { stream, product, range }: ExportInput,
): AsyncGenerator<RecordedEvent | null> {
  if (stream !== undefined) return yield* ours(log.readStream(stream));
  const isWanted = product === undefined ? inRange(range) : ofDrop(product);
  for await (const event of ours(log.readAll())) yield isWanted(event) ? event : null;
}

function inRange({ from, to }: RunRange): (event: RecordedEvent) => boolean {
  return ({ metadata: { recordedAt } }) => (from === null || recordedAt >= from) && (to === null || recordedAt <= to);
}

function ofDrop(productId: string): (event: RecordedEvent) => boolean {
  const orders = new Set<string>();
  return ({ stream, type, data }) => {
    if (stream === `product-${productId}`) {
      if (type === 'SlotReserved') orders.add(`order-${String(data.orderId)}`);
      return true;
    }
    if (type === 'OrderPlaced' && data.productId === productId) orders.add(stream);
    return orders.has(stream) || (stream.startsWith('mail-') && orders.has(String(data.about)));
  };
}

/** An event as a line of an export, with its line feed. */
export function lineOf({ position, stream, revision, id, type, data, metadata }: RecordedEvent): string {
  return `${JSON.stringify({ position, stream, revision, id, type, data, metadata })}\n`;
}

function masked(event: RecordedEvent): RecordedEvent {
  return 'personal' in event.data ? { ...event, data: { ...event.data, personal: MASKED } } : event;
}
