import type { ShownCard } from '../cards/card-preview.js';

/** A test number of Stripe (https://docs.stripe.com/testing). */
export const SAMPLE_CARD: ShownCard = {
  name: 'Sample Shopper',
  number: '4242 4242 4242 4242',
  month: '12',
  year: '2030',
  code: '',
};
