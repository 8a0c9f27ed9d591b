import type { OrderDoc } from './orders.projection.js';

export type SlotHolder = Pick<OrderDoc, 'orderId' | 'slotNumber' | 'reservation'>;

/** Port: signs that a slot is in the log. */
export abstract class ReceiptGiver {
  /** Returns null without a slot, or while no signature is possible yet. */
  abstract receiptOf(order: SlotHolder): Promise<string | null>;
}
