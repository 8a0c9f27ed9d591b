import { Command, type Decider, Refused } from '../../event-sourcing/decider.js';

/** A retailer order number proves one order only. The stream id is the hash of the number. */

export type PurchaseEvent = { type: 'PurchaseClaimed'; data: { orderId: string } };

/** @throws Refused 'number-taken' when the number proves another order */
export class ClaimPurchase extends Command<{ orderId: string }> {
  readonly type = 'ClaimPurchase';
}

interface PurchaseState {
  orderId: string | null;
}

export const purchase: Decider<PurchaseState, ClaimPurchase, PurchaseEvent> = {
  category: 'purchase',
  commands: { ClaimPurchase },
  initial: { orderId: null },
  decide: ({ data: { orderId } }, state) => {
    if (state.orderId === orderId) return [];
    if (state.orderId !== null) {
      throw new Refused('number-taken', 'conflict', 'This retailer order number already proves another order.');
    }
    return [{ type: 'PurchaseClaimed', data: { orderId } }];
  },
  evolve: (_, event) => ({ orderId: event.data.orderId }),
};
