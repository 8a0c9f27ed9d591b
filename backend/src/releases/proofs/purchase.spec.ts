import { decisions } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { metadata } from '@supreme-access/test/fixtures/order.js';
import { ClaimPurchase, purchase } from './purchase.js';

const { given } = decisions(purchase);
const claim = (orderId: string) => new ClaimPurchase('number', { orderId }, metadata);
const claimed = { type: 'PurchaseClaimed', data: { orderId: 'a' } } as const;

describe("an order number of the retailer's", () => {
  it('proves an order, once', () => {
    given().when(claim('a')).makesOnce(claimed);
  });

  it('proves no other one', () => {
    given(claimed).when(claim('b')).refused('number-taken');
  });
});
