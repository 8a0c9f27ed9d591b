import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import { evolveOrder, NEW_ORDER, type OrderEvent } from '../orders/order.js';
import { statusOf } from '../orders/order-status.js';
import { withoutPersonal } from '../platform/decider.js';
import { currentData, type Schema } from '../platform/log/codec.js';
import type { RecordedEvent } from '../platform/log/event-log.js';
import type { LogSource } from './log-source.js';

export interface Step {
  event: RecordedEvent;
  status: OrderStatus;
}

/** An order's life, folded again from the log, step by step; empty when there is no such order. */
export async function replayOrder(source: LogSource, orderId: string, schema: Schema): Promise<Step[]> {
  const own = await collect(source.stream(`order-${orderId}`), () => true);
  const productId = own.find(({ type }) => type === 'OrderPlaced')?.data.productId;
  // An order that is not placed yet has only its slot, in some product's stream.
  const drop = typeof productId === 'string' ? source.stream(`product-${productId}`) : source.all();
  const about = await collect(drop, ({ data }) => data.orderId === orderId);
  let state = NEW_ORDER;
  const events = new Map([...about, ...own].map((event) => [event.position, event]));
  return [...events.values()]
    .sort((a, b) => a.position - b.position)
    .map((event) => {
      if (event.stream.startsWith('order-')) state = evolveOrder(state, withoutPersonal(current(event, schema)));
      return { event, status: statusOf(state) };
    });
}

function current(event: RecordedEvent, schema: Schema): OrderEvent {
  return { type: event.type, data: currentData(event, schema) } as unknown as OrderEvent;
}

async function collect(events: AsyncIterable<RecordedEvent>, isWanted: (event: RecordedEvent) => boolean) {
  const found: RecordedEvent[] = [];
  for await (const event of events) if (isWanted(event)) found.push(event);
  return found;
}
