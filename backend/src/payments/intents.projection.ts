import type { OrderEvent } from '../orders/order.js';
import { projection } from '../projections/projection.js';

/** Disputes and refunds that are made at Stripe name only the intent. */
export interface IntentDoc {
  intentId: string;
  orderId: string;
}

export const intentsProjection = projection<IntentDoc, OrderEvent>({
  name: 'intents',
  version: 1,
  indexes: [],
  categories: ['order'],
  own: [],
  idsOf: (event) => (event.type === 'FeeChargeStarted' ? [event.data.intentId] : []),
  evolve: (document, event, intentId) => document ?? { intentId, orderId: event.id },
});
