import { evolveOrder, NEW_ORDER, type OrderEvent, type OrderState } from '../orders/order.js';
import { withoutPersonal } from '../platform/decider.js';
import { readAcceptances } from '../platform/log/acceptances.js';
import { currentData, type Schema } from '../platform/log/codec.js';
import type { EventLog } from '../platform/log/event-log.js';
import { intact } from '../platform/log/ours.js';
import { type Damage, StreamDamaged } from '../platform/log/stream-integrity.js';

/** An order as the log has it. */
export interface OrderHistory {
  orderId: string;
  /** as far as it may be folded */
  state: OrderState;
  /** why it cannot be folded to its end; null: it can */
  damage: Damage | null;
}

/** Reads the log itself: read models may be behind, and the folded streams in memory are for those who wait. Null: no such order. */
export async function historyOf(log: EventLog, schema: Schema, orderId: string): Promise<OrderHistory | null> {
  const stream = `order-${orderId}`;
  let state = NEW_ORDER;
  let damage: Damage | null = null;
  const onDamaged = (found: Damage) => {
    damage = found;
  };
  try {
    const accepted = async () => (await readAcceptances(log)).places;
    for await (const recorded of intact(log.readStream(stream), accepted, onDamaged)) {
      const event = { type: recorded.type, data: currentData(recorded, schema) } as unknown as OrderEvent;
      state = evolveOrder(state, withoutPersonal(event));
    }
  } catch (error) {
    if (!(error instanceof StreamDamaged)) throw error;
    damage = error.damage;
  }
  if (!state.placed && !damage && (await log.wasCut(stream))) damage = { stream, revision: 0, reason: 'beginning' };
  return state.placed || damage ? { orderId, state, damage } : null;
}
