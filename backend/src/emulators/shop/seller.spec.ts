import { Bench, SELLER, savedCard, sdk } from '@supreme-access/test/fixtures/emulator.js';
import { sellerKey } from '../stripe/seller-accounts.js';
import type { StripeEmulator } from '../stripe/stripe-emulator.js';
import { stripeSeller } from './seller.js';

const bench = new Bench();
const START = Date.parse('2030-01-01T00:00:00Z');
const total = { amount: 19_044, currency: 'usd' };
let emulator: StripeEmulator;
beforeEach(async () => {
  emulator = await bench.start({ dir: await bench.dir(), now: () => START });
});
afterEach(() => bench.close());

const take = (token: string, more: { session?: string; amount?: number; key?: string } = {}) => {
  const { session = 'chk_1', amount = total.amount, key = sellerKey(SELLER) } = more;
  return stripeSeller(emulator.url, key)({ session, token, total: { ...total, amount } });
};
async function issued(card = '4242424242424242'): Promise<string> {
  const stripe = sdk(emulator.url);
  const { payment_method } = await savedCard(stripe, card);
  const limits = { currency: 'usd', max_amount: total.amount, expires_at: START / 1_000 + 600 };
  const wanted = { payment_method, seller_details: { network_business_profile: SELLER }, usage_limits: limits };
  return (await stripe.rawRequest('POST', '/v1/shared_payment/issued_tokens', wanted)).id;
}

describe('the shop takes the money of a shared payment token', () => {
  it('once, however often the same session asks', async () => {
    const token = await issued();
    const paid = await take(token);
    expect(paid).toEqual({ kind: 'captured', payment: expect.stringMatching(/^pi/) });
    expect(await take(token)).toEqual(paid);
    expect(await take(token, { session: 'chk_2' })).toEqual({ kind: 'declined' });
  });

  it('in the units that Stripe counts it in', async () => {
    const stripe = sdk(emulator.url);
    const { payment_method } = await savedCard(stripe, '4242424242424242');
    const limits = { currency: 'isk', max_amount: 500_000, expires_at: START / 1_000 + 600 };
    const wanted = { payment_method, seller_details: { network_business_profile: SELLER }, usage_limits: limits };
    const { id } = await stripe.rawRequest('POST', '/v1/shared_payment/issued_tokens', wanted);
    const seller = stripeSeller(emulator.url, sellerKey(SELLER));
    const paid = await seller({ session: 'chk_1', token: id, total: { amount: 5_000, currency: 'isk' } });
    expect(paid).toMatchObject({ kind: 'captured' });
    const taken = await stripe.rawRequest('GET', `/v1/shared_payment/issued_tokens/${id}`);
    expect(taken).toMatchObject({ usage_details: { amount_captured: { currency: 'isk', value: 500_000 } } });
  });

  it('never above its limit, nor once it is revoked, nor from a card that declines', async () => {
    const token = await issued();
    expect(await take(token, { amount: 19_544 })).toEqual({ kind: 'declined' });
    await sdk(emulator.url).rawRequest('POST', `/v1/shared_payment/issued_tokens/${token}/revoke`);
    expect(await take(token)).toEqual({ kind: 'declined' });
    expect(await take(await issued('4000000000000341'))).toEqual({ kind: 'declined' });
  });

  it('or does not know: with a key that is none, and without an answer', async () => {
    const token = await issued();
    expect(await take(token, { key: 'sk_test_nobody' })).toEqual({ kind: 'unknown' });
    await bench.close();
    expect(await take(token)).toEqual({ kind: 'unknown' });
  });
});
