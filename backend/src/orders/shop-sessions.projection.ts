import { sha256 } from '../event-sourcing/ids.js';
import { projection } from '../projections/projection.js';
import type { OrderEvent } from './order.js';

/** Orders by the session of a shop, which alone a shop names. Two shops may use the same id. */
export interface ShopSessionDoc {
  orderIds: string[];
}

/** A shop may use any characters. */
export function sessionKey(session: string): string {
  return sha256(session);
}

export const shopSessionsProjection = projection<ShopSessionDoc, OrderEvent>({
  name: 'shop-sessions',
  version: 1,
  indexes: [],
  categories: ['order'],
  own: [],
  idsOf: (event) =>
    event.type === 'CheckoutPrepared' || event.type === 'CheckoutEscalated' ? [sessionKey(event.data.session)] : [],
  evolve: (document, { id }) => ({ orderIds: [...new Set([...(document?.orderIds ?? []), id])] }),
});
