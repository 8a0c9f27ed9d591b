import { projection } from '../projections/projection.js';
import type { OrderEvent } from './order.js';

/** Orders by the public id of their ticket, while it is shown. */
export interface TicketDoc {
  ticketId: string;
  orderId: string;
}

export const ticketsProjection = projection<TicketDoc, OrderEvent>({
  name: 'tickets',
  version: 1,
  indexes: [['ticketId']],
  categories: ['order'],
  own: [],
  idsOf: ({ type, id }) =>
    type === 'TicketShared' || type === 'TicketHidden' || type === 'PersonalDataErased' ? [id] : [],
  evolve: (_document, event) =>
    event.type === 'TicketShared' ? { ticketId: event.data.ticketId, orderId: event.id } : null,
});
