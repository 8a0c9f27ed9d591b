import type { DisputeState } from '@supreme-access/contract/statuses.js';
import type { OrderEvent } from '../orders/order.js';
import { projection } from '../projections/projection.js';

export interface DisputeDoc {
  disputeId: string;
  orderId: string;
  /** minor units */
  amount: number;
  reason: string | null;
  /** ms UTC */
  dueBy: number | null;
  state: DisputeState;
  status: string | null;
  openedAt: number;
  closedAt: number | null;
}

export const disputesProjection = projection<DisputeDoc, OrderEvent>({
  name: 'disputes',
  version: 2,
  indexes: [['dueBy'], ['state', 'dueBy'], ['orderId']],
  categories: ['order'],
  own: [],
  idsOf: (event) => {
    switch (event.type) {
      case 'FeeDisputed':
      case 'DisputeDeadlineMoved':
      case 'DisputeStatusChanged':
      case 'DisputeClosed':
        return [event.data.disputeId];
      default:
        return [];
    }
  },
  evolve: (document, event, disputeId) => {
    if (event.type === 'FeeDisputed') {
      const { amount, reason = null, dueBy = null, status = null } = event.data;
      const about = { disputeId, orderId: event.id, amount, reason, dueBy, status };
      return { ...about, state: 'open', openedAt: event.at, closedAt: null };
    }
    if (event.type === 'DisputeDeadlineMoved') return document && { ...document, dueBy: event.data.dueBy };
    if (event.type === 'DisputeStatusChanged') {
      return document && { ...document, state: 'open', status: event.data.status, closedAt: null };
    }
    if (event.type !== 'DisputeClosed') return document;
    const { outcome } = event.data;
    return document && { ...document, state: stateAfter(outcome), status: outcome, closedAt: event.at };
  },
});

function stateAfter(outcome: string): DisputeState {
  return outcome === 'won' || outcome === 'lost' ? outcome : 'closed';
}
