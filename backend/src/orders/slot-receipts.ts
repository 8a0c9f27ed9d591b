import { discoverable } from '../platform/discovered.js';

/** Of an order, what finds its slot in the product's stream. */
export interface SlotHolder {
  orderId: string;
  productId: string;
  slotNumber: number | null;
  /** ms UTC */
  orderDate: number;
}

/** Whoever signs for a slot that it is in the log. */
export interface ReceiptGiver {
  /** null where there is no slot, or nothing to sign with yet */
  receiptOf(order: SlotHolder): Promise<string | null>;
}

export const GivesReceipts = discoverable<ReceiptGiver>();
