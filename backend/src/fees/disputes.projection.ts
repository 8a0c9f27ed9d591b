import type { DisputeState } from '@supreme-access/contract/dispute-types.js';
import type { OrderEvent } from '../orders/order.js';
import { projection } from '../platform/projections/projection.js';

/** One dispute, as its bank and Stripe tell of it. */
export interface DisputeDoc {
  disputeId: string;
  orderId: string;
  /** minor units */
  amount: number;
  reason: string | null;
  /** ms UTC */
  dueBy: number | null;
  state: DisputeState;
  openedAt: number;
  closedAt: number | null;
}

export const disputesProjection = projection<DisputeDoc, OrderEvent>({
  name: 'disputes',
  version: 1,
  indexes: [['dueBy'], ['state', 'dueBy'], ['orderId']],
  categories: ['order'],
  idsOf: (event) => {
    const { type } = event;
    const isTold = type === 'FeeDisputed' || type === 'DisputeDeadlineMoved' || type === 'DisputeClosed';
    return isTold ? [event.data.disputeId] : [];
  },
  evolve: (document, event, disputeId) => {
    if (event.type === 'FeeDisputed') {
      const { amount, reason = null, dueBy = null } = event.data;
      const about = { disputeId, orderId: event.id, amount, reason, dueBy };
      return { ...about, state: 'open', openedAt: event.at, closedAt: null };
    }
    if (event.type === 'DisputeDeadlineMoved') return document && { ...document, dueBy: event.data.dueBy };
    if (event.type !== 'DisputeClosed') return document;
    return document && { ...document, state: event.data.outcome, closedAt: event.at };
  },
});
