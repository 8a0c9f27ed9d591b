import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import { evolveOrder, NEW_ORDER, type OrderEvent } from '../orders/order.js';
import { statusOf } from '../orders/order-status.js';
import { withoutPersonal } from '../platform/decider.js';
import { currentData, type Schema } from '../platform/log/codec.js';
import type { RecordedEvent } from '../platform/log/event-log.js';
import { ours } from '../platform/log/ours.js';
import type { Damage } from '../platform/log/stream-integrity.js';
import type { LogSource } from './log-source.js';
import { WholeStreams } from './whole-streams.js';

export interface Step {
  event: RecordedEvent;
  status: OrderStatus;
}

/** An order's life, as far as it can be folded. */
export interface Replayed {
  /** empty when there is no such order */
  steps: Step[];
  /** why it cannot be folded to its end; null: it can */
  damage: Damage | null;
}

/** An order's life, folded again from the log, step by step. */
export async function replayOrder(source: LogSource, orderId: string, schema: Schema): Promise<Replayed> {
  const stream = `order-${orderId}`;
  const { events: own, damage } = await new WholeStreams(source).read(stream);
  const productId = own.find(({ type }) => type === 'OrderPlaced')?.data.productId;
  // An order that is not placed yet has only its slot, in some product's stream.
  const drop = typeof productId === 'string' ? source.stream(`product-${productId}`) : source.all();
  const about = await collect(ours(drop), ({ data }) => data.orderId === orderId);
  let state = NEW_ORDER;
  const events = new Map([...about, ...own].map((event) => [event.position, event]));
  const steps = [...events.values()]
    .sort((a, b) => a.position - b.position)
    .map((event) => {
      if (event.stream.startsWith('order-')) state = evolveOrder(state, withoutPersonal(current(event, schema)));
      return { event, status: statusOf(state) };
    });
  // What is deleted in the store stays among all events until a scavenge.
  const isDeleted = own.length === 0 && about.some((event) => event.stream === stream);
  return { steps, damage: isDeleted && !damage ? { stream, revision: 0, reason: 'beginning' } : damage };
}

function current(event: RecordedEvent, schema: Schema): OrderEvent {
  return { type: event.type, data: currentData(event, schema) } as unknown as OrderEvent;
}

async function collect(events: AsyncIterable<RecordedEvent>, isWanted: (event: RecordedEvent) => boolean) {
  const found: RecordedEvent[] = [];
  for await (const event of events) if (isWanted(event)) found.push(event);
  return found;
}
