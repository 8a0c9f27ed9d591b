import type { OrderDoc } from './orders.projection.js';

/** Of an order, what finds its slot in the log. */
export type SlotHolder = Pick<OrderDoc, 'orderId' | 'slotNumber' | 'reservation'>;

/**
 * Signs for a slot that it is in the log, for the mails of orders, which stand below the seals of the log. Whoever seals it provides
 * this.
 */
export abstract class ReceiptGiver {
  /** null where there is no slot, or nothing to sign with yet */
  abstract receiptOf(order: SlotHolder): Promise<string | null>;
}
