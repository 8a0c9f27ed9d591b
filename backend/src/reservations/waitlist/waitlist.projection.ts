import { projection } from '../../platform/projections/projection.js';
import type { ProductEvent } from '../../products/product.js';

/** Where an account is in line; what is offered stays until it is taken, left or over. */
export interface WaitingDoc {
  id: string;
  accountId: string;
  productId: string;
  profileId: string;
  size: string;
  style: string;
  /** ms UTC */
  joinedAt: number;
}

/** A line that ends with its release leaves its rows: `productsProjection` knows that it is over. */
export const waitlistProjection = projection<WaitingDoc, ProductEvent>({
  name: 'waitlist',
  version: 1,
  indexes: [['accountId']],
  categories: ['product'],
  idsOf: ({ type, data, id }) =>
    type === 'WaitlistJoined' || type === 'WaitlistLeft' || type === 'OfferLapsed' ? [`${id}.${data.place}`] : [],
  evolve: (_, event, id) => {
    if (event.type !== 'WaitlistJoined') return null;
    const { accountId, profileId, size, style, joinedAt } = event.data;
    return { id, accountId, productId: event.id, profileId, size, style, joinedAt };
  },
});
