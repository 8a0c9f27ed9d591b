import type { AcoInput } from '@supreme-access/contract/sealing.js';
import type { ProfileAddress } from '@supreme-access/contract/shapes/people.js';

const ADDRESS: ProfileAddress = {
  firstName: 'Test',
  lastName: 'Order',
  address1: '12 Depot Street',
  city: 'Portland',
  state: 'OR',
  zip: '97201',
  country: 'US',
};
const GOOD_FOR = 3;

export interface TestOrder {
  email: string;
  productId: string;
  size?: string | null;
  style?: string | null;
}

/**
 * The checkout data of a test order: no real address, and Stripe's test card (https://docs.stripe.com/testing), which
 * is never charged.
 */
export function sampleShopper({ email, size, style }: TestOrder, year = new Date().getFullYear()): AcoInput {
  return {
    productForm: { size: size ?? '', style: style ?? '' },
    shipping: ADDRESS,
    billing: ADDRESS,
    phone: '+15035550142',
    email,
    card: { name: 'Test Order', number: '4242424242424242', code: '123', month: 12, year: year + GOOD_FOR },
  };
}
