import { PaymentsBench } from '@supreme-access/test/fixtures/fees.js';
import { facts } from '@supreme-access/test/fixtures/product.js';
import {
  base64,
  forwarding,
  KEYS,
  SELECTOR,
  SHOP,
  type Signing,
  signed,
  type Written,
  written,
} from '@supreme-access/test/fixtures/signed-mails.js';
import { CARDS } from '@supreme-access/test/fixtures/test-cards.js';
import { CreateProduct, product, StartRelease } from '../../catalogue/products/product.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { order } from '../../orders/order.js';
import { StartCheckout } from '../../orders/order-checkout.js';
import type { OrderProof } from '../../orders/order-proofs.js';
import { STANDARD } from '../../retailers/retailers.js';
import { ForwardedMails } from './forwarded-mails.js';

const HOUR = 3_600_000;
const ADA = 'ada@example.test';
let bench: PaymentsBench;
let startedAt = 0;
let numbers = 0;
beforeAll(async () => {
  bench = await PaymentsBench.open();
  startedAt = bench.now;
  const drop = { ...facts, productTitle: 'Box Logo', releaseAt: null, retailerProductId: 'shop-box-logo' };
  await bench.commands.execute(product, new CreateProduct('box-logo', drop, workerMetadata('spec')));
  await bench.commands.execute(product, new StartRelease('box-logo', { by: 'hand' }, workerMetadata('spec')));
});
beforeEach(() => {
  bench.mailRules = [SHOP_RULES];
  bench.now = startedAt + HOUR;
});
afterAll(() => bench.close());

const SHOP_RULES = {
  retailerId: STANDARD,
  mailDomains: [SHOP],
  mailKeys: [{ domain: SHOP, selector: SELECTOR, publicKey: KEYS.record.replace(/^.*p=/, '') }],
  confirms: [{ subject: 'Your order {number} is confirmed', text: '{any}Thank you for buying {product}.{any}' }],
};

async function attempted(): Promise<string> {
  const orderId = await bench.order(CARDS.pays, {}, false);
  await bench.due();
  return orderId;
}
function numberOf(): string {
  numbers += 1;
  return `SUP-${numbers}`;
}
interface Confirming extends Written {
  number?: string;
  product?: string;
}
const confirming = (
  orderId: string,
  { number = numberOf(), product: named = 'Box Logo', ...changes }: Confirming = {},
) =>
  written({
    to: ADA,
    subject: `Your order ${number} is confirmed`,
    date: new Date(startedAt + 60_000),
    text: `Thank you for buying ${named}. Reference ${orderId}:1`,
    ...changes,
  });
const take = (original: string, changes: object = {}) =>
  bench.get(ForwardedMails).take(
    {
      from: `Ada <${ADA}>`,
      subject: 'Fwd: Your order',
      text: 'Here it is.',
      raw: base64(forwarding(original)),
      ...changes,
    },
    workerMetadata('spec'),
  );
const proofsOf = async (orderId: string): Promise<OrderProof[]> => Object.values((await bench.state(orderId)).proofs);
/** It is a hint that says why, and nothing was bought by it. */
async function doubted(orderId: string, why: string | RegExp): Promise<void> {
  expect((await bench.state(orderId)).bought).toBeNull();
  expect(await proofsOf(orderId)).toMatchObject([{ why: expect.stringMatching(why) }]);
}

describe("a mail with the retailer's own message in it", () => {
  it('proves the purchase, and the fee is charged, once', async () => {
    const orderId = await attempted();
    const original = await signed(confirming(orderId, { number: 'SUP-first' }));
    expect([await take(original), await take(original)]).toEqual(['proof', 'proof']);
    const evidence = { kind: 'signed-email', reference: 'SUP-first', sha256: expect.stringMatching(/^[\w-]{43}$/) };
    expect((await bench.state(orderId)).bought?.evidence).toEqual(evidence);
    await bench.work();
    expect((await bench.types(orderId)).slice(1)).toEqual([
      'CheckoutStarted',
      'CheckoutSucceeded',
      'FeeChargeStarted',
      'FeeCharged',
    ]);
  });

  it('is proof whoever forwards it, or when it was passed on as it came', async () => {
    const [one, other] = [await attempted(), await attempted()];
    expect(await take(await signed(confirming(one)), { from: 'eve@evil.test' })).toBe('proof');
    const whole = await signed(confirming(other));
    const passedOn = { from: `orders@${SHOP}`, subject: 'Shop: Your order', raw: base64(whole), text: 'Thank you' };
    expect(await take(whole, passedOn)).toBe('proof');
  });

  it.each<[string, Confirming, Signing, RegExp]>([
    [
      'says that it was cancelled',
      { subject: 'Your order SUP-x was CANCELLED' },
      {},
      /wording matches no confirmation/,
    ],
    ['says something else', { text: 'We could not charge you for Box Logo.' }, {}, /wording matches no confirmation/],
    ['is signed by somebody else', {}, { domain: 'evil.test' }, /has not signed it/],
    ['is not signed as it should be', {}, { headers: 'From:Subject:Date' }, /has not signed it/],
    ['is dated before the release', { date: new Date(Date.UTC(2026, 10, 21, 11, 59)) }, {}, /dated before the release/],
    ['is dated after the closing', { date: new Date(Date.UTC(2026, 10, 24, 13)) }, {}, /dated before the release/],
    ['names another product', { product: 'Box Logo Tee' }, {}, /another product/],
  ])('that %s is a hint', async (_, changes, signing, why) => {
    const orderId = await attempted();
    const original = await signed(confirming(orderId, changes), signing);
    expect(await take(original, { text: `See ${orderId}:1` })).toBe('hint');
    await doubted(orderId, why);
  });

  it('to another address than the retailer was given proves nothing', async () => {
    const orderId = await attempted();
    expect(await take(await signed(confirming(orderId, { to: 'eve@example.test' })))).toBe('hint');
    await doubted(orderId, /matches no order placed/);
  });

  it('of a number that proves another order proves nothing', async () => {
    const [one, other] = [await attempted(), await attempted()];
    expect(await take(await signed(confirming(one, { number: 'SUP-once' })))).toBe('proof');
    expect(await take(await signed(confirming(other, { number: 'sup-ONCE' })))).toBe('hint');
    await doubted(other, /proves another order/);
  });

  it("of a number that the retailer's own answer names for another order proves nothing", async () => {
    await bench.order(CARDS.pays);
    const orderId = await attempted();
    await bench.due();
    expect(await take(await signed(confirming(orderId, { number: 'R-1001' })))).toBe('hint');
    await doubted(orderId, /proves another order/);
  });

  it('of an attempt that the log holds as refused proves nothing', async () => {
    const orderId = await attempted();
    await bench.refuse(orderId);
    expect(await take(await signed(confirming(orderId)))).toBe('hint');
    await doubted(orderId, /no checkout attempt under way/);
  });

  it('that names no attempt proves the current one only when dated after its start', async () => {
    const { commands } = bench;
    const drop = { ...facts, productTitle: 'Arc Logo', releaseAt: null };
    await commands.execute(product, new CreateProduct('arc-logo', drop, workerMetadata('spec')));
    await commands.execute(product, new StartRelease('arc-logo', { by: 'hand' }, workerMetadata('spec')));
    const orderId = await bench.order(CARDS.pays, { productId: 'arc-logo', productTitle: 'Arc Logo' }, false);
    await bench.refuse(orderId);
    const at = bench.now + 10 * 60_000;
    bench.now = at;
    const start = { by: 'spec', leaseUntil: at + 50_000, size: 'm', style: 'Red', closesAt: at + HOUR } as const;
    await commands.execute(order, new StartCheckout(orderId, start, workerMetadata('spec')));
    await bench.due();
    const text = 'Thank you for buying Arc Logo.';
    const dated = (ms: number) => signed(confirming(orderId, { text, product: 'Arc Logo', date: new Date(at + ms) }));
    expect(await take(await dated(-60_000))).toBe('hint');
    await doubted(orderId, /dated before the current checkout attempt/);
    expect(await take(await dated(1_000))).toBe('proof');
  });

  it('that comes once the 72 hours are over proves nothing', async () => {
    const orderId = await attempted();
    bench.now += 73 * HOUR;
    expect(await take(await signed(confirming(orderId)))).toBe('hint');
    await doubted(orderId, /after the deadline of the order/);
  });

  it('proves nothing of an order at another retailer, whatever that one signs with', async () => {
    const orderId = await attempted();
    bench.mailRules = [{ ...SHOP_RULES, retailerId: 'other-shop' }];
    expect(await take(await signed(confirming(orderId)))).toBe('hint');
    await doubted(orderId, /another retailer/);
  });

  it('proves the order at the retailer that signed it, among several', async () => {
    const orderId = await attempted();
    bench.mailRules = [{ ...SHOP_RULES, retailerId: 'other-shop', mailDomains: ['other.example'] }, SHOP_RULES];
    expect(await take(await signed(confirming(orderId)))).toBe('proof');
  });

  it('in a reply proves nothing', async () => {
    const orderId = await attempted();
    expect(await take(await signed(confirming(orderId)), { subject: 'Antw: Slot' })).toBe('hint');
    await doubted(orderId, /reply/);
  });

  it('proves nothing where no domain, or no confirmation, is kept for the retailer', async () => {
    for (const nothing of [{ mailDomains: [] }, { confirms: [] }]) {
      const orderId = await attempted();
      bench.mailRules = [{ ...SHOP_RULES, ...nothing }];
      expect(await take(await signed(confirming(orderId)))).toBe('hint');
      expect((await bench.state(orderId)).bought).toBeNull();
    }
  });

  it('that names no attempt is of no order where more than one may be meant', async () => {
    const [one, other] = [await attempted(), await attempted()];
    expect(await take(await signed(confirming(one, { text: 'Thank you for buying Box Logo.' })))).toBe('none');
    expect([await proofsOf(one), await proofsOf(other)]).toEqual([[], []]);
  });
});
