import { sizesOf } from '@supreme-access/contract/limits.js';
import type { ProfileAddress } from '@supreme-access/contract/shapes/people.js';
import type { ProductFacts } from '../../catalogue/products/product.js';
import type { Buyer, Line, ListingAnswer } from '../../retailers/retailer.js';

const ADDRESS: ProfileAddress = {
  firstName: 'Test',
  lastName: 'Purchase',
  address1: '12 Depot Street',
  city: 'Portland',
  state: 'OR',
  zip: '97201',
  country: 'US',
};

/** Whom a shop is tried for: nobody's address, mailbox or phone number. */
export const DEMO_BUYER: Buyer = {
  shipping: ADDRESS,
  billing: ADDRESS,
  email: 'test-purchase@example.com',
  phone: '+15035550142',
};

/** One that the shop has in stock by its own word, else the first. */
export function trialLine(facts: ProductFacts, listing: ListingAnswer): Line {
  const { retailerProductId: productId, retailerItems = [], styles } = facts;
  const all = retailerItems.length > 0 ? retailerItems : choicesOf(styles[0] ?? '', facts);
  const stock = listing.kind === 'listed' ? listing.stock.filter(({ quantity }) => quantity > 0) : [];
  const [first] = all;
  const chosen = all.find((item) => stock.some(({ size, style }) => size === item.size && style === item.style));
  if (!first) throw new Error(`a product without sizes: ${productId}`);
  return { productId, ...(chosen ?? first) };
}

function choicesOf(style: string, facts: ProductFacts) {
  return sizesOf(facts).map((size) => ({ size, style }));
}
