import { unreachable } from '../event-sourcing/decider.js';
import { projection } from '../projections/projection.js';
import type { InboxEvent } from './inbox.js';

export interface WebhookDoc {
  eventId: string;
  type: string;
  objectId: string;
  orderId: string | null;
  accountId: string | null;
  status: string | null;
  /** minor units */
  amount: number | null;
  currency: string | null;
  /** ms UTC */
  receivedAt: number;
  /** ms UTC */
  handledAt: number | null;
  outcome: string | null;
  waiting: boolean;
}

export const webhooksProjection = projection<WebhookDoc, InboxEvent>({
  name: 'webhooks',
  version: 1,
  indexes: [['receivedAt'], ['waiting', 'receivedAt'], ['type', 'receivedAt'], ['orderId', 'receivedAt']],
  categories: ['stripe'],
  idsOf: ({ id }) => [id],
  evolve: (document, event, eventId) => {
    switch (event.type) {
      case 'WebhookReceived': {
        const { type, objectId, orderId = null, accountId = null, status, amount, currency } = event.data;
        const about = { eventId, type, objectId, orderId, accountId, status, amount, currency };
        return { ...about, receivedAt: event.at, handledAt: null, outcome: null, waiting: true };
      }
      case 'WebhookApplied':
        return document && { ...document, handledAt: event.at, outcome: event.data.outcome, waiting: false };
      default:
        return unreachable(event);
    }
  },
});
