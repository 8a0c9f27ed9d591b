import { evolveOrder, NEW_ORDER, type OrderEvent, type OrderState } from '../orders/order.js';
import { withoutPersonal } from '../platform/decider.js';
import { currentData, type Schema } from '../platform/log/codec.js';
import type { EventLog } from '../platform/log/event-log.js';
import { ours } from '../platform/log/ours.js';

/** An order as the log has it. */
export interface OrderHistory {
  orderId: string;
  state: OrderState;
}

/** Reads the log itself: read models may be behind, and the folded streams in memory are for those who wait. Null: no such order. */
export async function historyOf(log: EventLog, schema: Schema, orderId: string): Promise<OrderHistory | null> {
  let state = NEW_ORDER;
  for await (const recorded of ours(log.readStream(`order-${orderId}`))) {
    const event = { type: recorded.type, data: currentData(recorded, schema) } as unknown as OrderEvent;
    state = evolveOrder(state, withoutPersonal(event));
  }
  return state.placed ? { orderId, state } : null;
}
