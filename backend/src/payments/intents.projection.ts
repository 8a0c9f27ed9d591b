import type { OrderEvent } from '../orders/order.js';
import { projection } from '../projections/projection.js';

/** Whose payment intent it is: disputes, and refunds made by hand at Stripe, name nothing else. */
export interface IntentDoc {
  intentId: string;
  orderId: string;
}

export const intentsProjection = projection<IntentDoc, OrderEvent>({
  name: 'intents',
  version: 1,
  indexes: [],
  categories: ['order'],
  idsOf: (event) => (event.type === 'FeeChargeStarted' ? [event.data.intentId] : []),
  evolve: (document, event, intentId) => document ?? { intentId, orderId: event.id },
});
