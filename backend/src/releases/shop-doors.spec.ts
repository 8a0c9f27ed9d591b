import { PROMISE_MS, SIZES } from '@supreme-access/contract/limits.js';
import { CheckoutBench } from '@supreme-access/test/fixtures/checkout-bench.js';
import { ask, Bench, SELLER } from '@supreme-access/test/fixtures/emulator.js';
import { gatewayTo, saved } from '@supreme-access/test/fixtures/gateway.js';
import { KEY } from '@supreme-access/test/fixtures/retailer.js';
import { servedProfiles } from '@supreme-access/test/fixtures/sandbox-visit.js';
import { type Fault, faulty } from '@supreme-access/test/fixtures/scripted-shop.js';
import type { ProductFacts } from '../catalogue/products/product.js';
import type { Operation, Fault as ShopFault } from '../emulators/shop/faults.js';
import { itemIdOf } from '../emulators/shop/items.js';
import { stripeSeller } from '../emulators/shop/seller.js';
import { sellerKey } from '../emulators/stripe/seller-accounts.js';
import type { StripeEmulator } from '../emulators/stripe/stripe-emulator.js';
import { Holders } from '../event-sourcing/claims.js';
import { pooled } from '../http/outgoing/http-calls.js';
import { AcpRetailer } from '../retailers/acp/acp-retailer.js';
import type { Retailer } from '../retailers/retailer.js';
import { UcpRetailer } from '../retailers/ucp/ucp-retailer.js';
import { LEASE } from './checkouts.js';

const VISA = '4242424242424242';
/** It can be saved, and pays nothing. */
const DECLINED = '4000000000000341';
const PRODUCT = 'forest-jacket';
const LIMIT = { amount: 30_000, currency: 'usd' };
const DOORS = ['ucp', 'acp'] as const;
const stripes = new Bench();
let bench: CheckoutBench;
let emulator: StripeEmulator;
let profiles: Awaited<ReturnType<typeof servedProfiles>>;
let payer: { customerId: string; paymentMethodId: string };
const plan: { call: string; fault: Fault }[] = [];

beforeEach(async () => {
  plan.length = 0;
  emulator = await stripes.start({ now: () => bench?.now ?? Date.UTC(2026, 10, 21, 12) });
  const takePayment = stripeSeller(emulator.url, sellerKey(SELLER));
  bench = await CheckoutBench.open({ takePayment, seller: SELLER });
  profiles = await servedProfiles();
  payer = await payerWith(VISA);
});
afterEach(async () => {
  await bench.close();
  await profiles.close();
  await stripes.close();
});

async function payerWith(card: string) {
  const { customerId, paymentMethodId } = await saved(gatewayTo(emulator), card);
  return { customerId, paymentMethodId };
}

function opens(door: (typeof DOORS)[number]): void {
  const { url } = bench.retailer;
  const shop = {
    key: KEY,
    shipping: 'cheapest',
    seller: SELLER,
    send: pooled(url),
    baseUrl: `${url}/${door}`,
  } as const;
  const client: Retailer =
    door === 'ucp'
      ? new UcpRetailer({ ...shop, version: '2026-04-08', profile: profiles.url })
      : new AcpRetailer({ ...shop, version: '2026-04-17' });
  bench.sellsAt(faulty(client, plan), faulty(gatewayTo(emulator).paymentTokens, plan));
}

const items = SIZES.flatMap((size) =>
  ['Stone', 'Ink'].map((style) => ({ size, style, itemId: itemIdOf({ productId: PRODUCT, size, style }) })),
);
const drop: Partial<ProductFacts> = {
  retailerId: 'northwind',
  means: 'token',
  defaultLimit: LIMIT,
  retailerProductId: PRODUCT,
  retailerItems: items,
};
const input = () => ({ payer });
const tokens = async () =>
  (
    await ask<{ tokens: { reference: string; status: string; captured: number }[] }>(
      emulator.url,
      'GET',
      '/emulator/ledger',
    )
  ).tokens;

/** The sessions that the log names. */
async function sessionsOf(orders: readonly string[]): Promise<string[]> {
  const events = (await Promise.all(orders.map((orderId) => bench.events(orderId)))).flat();
  return events.flatMap(({ type, data }) => (type === 'CheckoutPrepared' ? [data.session] : []));
}

/** A process that may be killed, and others that follow, until the order is bought. */
async function buy(orderId: string): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    const { bought, closed } = await bench.state(orderId);
    if (bought || closed) return;
    const step = bench.process(true, new Holders(true)).step(orderId);
    await step.catch((error: Error) => expect(error.message).toMatch(/killed|the retailer does not say/));
    bench.now += LEASE;
  }
}

describe.each(DOORS)('a drop at a shop that speaks %s', (door) => {
  it('is bought once and paid once each, whoever is killed and whatever is lost', async () => {
    opens(door);
    const productId = await bench.drop(drop);
    const faults: readonly (readonly [string, Fault] | null)[] = [
      null,
      ...(['issue', 'buy', 'read'] as const).flatMap((call) => [[call, 'before'] as const, [call, 'after'] as const]),
      ['prepare', 'lost'],
      ['buy', 'lost'],
    ];
    const orders = await bench.reserveMany(productId, faults.length, input());
    await bench.release(productId);
    for (const [nth, orderId] of orders.entries()) {
      const fault = faults[nth];
      if (fault) plan.push({ call: fault[0], fault: fault[1] });
      await buy(orderId);
    }
    const bought = await Promise.all(orders.map(async (orderId) => (await bench.state(orderId)).bought));
    expect(bought.map((one) => one?.retail?.total)).toEqual(orders.map(() => bought[0]?.retail?.total));
    expect(bought[0]?.retail?.total).toBeGreaterThan(0);
    const sales = await bench.retailer.sessionSales();
    expect(sales.map(({ session }) => session).sort()).toEqual((await sessionsOf(orders)).sort());
    expect(new Set(sales.map(({ payment }) => payment)).size).toBe(orders.length);
    const paid = (await tokens()).map(({ reference, status }) => [reference, status]);
    expect(paid.sort()).toEqual(orders.map((orderId) => [`${orderId}:1`, 'consumed']).sort());
  });

  type End = 'bought' | 'nothing' | 'to-settle';
  it.each<{ fault: ShopFault; on?: Operation; card?: string; ends: End; sold?: number }>([
    { fault: 'lostAnswer', ends: 'bought' },
    { fault: 'error500', ends: 'bought' },
    { fault: 'droppedConnection', ends: 'bought' },
    { fault: 'tornComplete', ends: 'to-settle' },
    { fault: 'createTwice', on: 'cart', ends: 'bought' },
    { fault: 'globalKeys', on: 'close', card: DECLINED, ends: 'nothing', sold: 0 },
    { fault: 'completedWithoutOrder', ends: 'bought' },
    { fault: 'keysForgotten', ends: 'bought' },
    { fault: 'refusalIs500', card: DECLINED, ends: 'nothing', sold: 0 },
    { fault: 'paymentIgnored', ends: 'nothing', sold: 1 },
    { fault: 'totalRises', ends: 'nothing', sold: 0 },
    { fault: 'escalates', ends: 'nothing', sold: 0 },
    // UCP says of an expired session that there is none, which is no answer to what was asked.
    door === 'ucp' ? { fault: 'expires', ends: 'nothing', sold: 0 } : { fault: 'expires', ends: 'bought' },
  ])('with the fault $fault ends in $ends, never bought or paid twice', async ({ fault, on, card, ends, sold = 1 }) => {
    opens(door);
    const productId = await bench.drop(drop);
    const payers = card === undefined ? input() : { payer: await payerWith(card) };
    const [orderId = ''] = await bench.reserveMany(productId, 1, payers);
    await bench.release(productId);
    await bench.retailer.fault(fault, on ?? 'submit');
    await buy(orderId);
    bench.now += PROMISE_MS;
    await bench.work();
    const { bought, closed, takenByShop } = await bench.state(orderId);
    const end: End = bought ? 'bought' : takenByShop > 0 ? 'to-settle' : 'nothing';
    expect([end, closed === null]).toEqual([ends, false]);
    const sales = await bench.retailer.sessionSales();
    const named = await sessionsOf([orderId]);
    expect(sales.map(({ session }) => named.includes(session))).toEqual(Array.from({ length: sold }, () => true));
    const money = await tokens();
    const paid = end === 'nothing' ? 0 : 1;
    expect(money.map(({ status }) => status)).not.toContain('active');
    expect(money.filter(({ captured }) => captured > 0)).toHaveLength(paid);
    expect(sales.filter(({ payment }) => payment !== null)).toHaveLength(paid);
  });

  it('that says canceled while a request is under way is never bought or paid twice, whoever comes first', async () => {
    opens(door);
    const productId = await bench.drop(drop);
    const [orderId = ''] = await bench.reserveMany(productId, 1, input());
    await bench.release(productId);
    await bench.retailer.fault('cancelLies', 'submit');
    await buy(orderId);
    bench.now += PROMISE_MS;
    await bench.work();
    const { bought, takenByShop } = await bench.state(orderId);
    const money = await tokens();
    expect(money.map(({ status }) => status)).not.toContain('active');
    const paid = money.filter(({ captured }) => captured > 0);
    expect(paid).toHaveLength(bought || takenByShop > 0 ? 1 : 0);
    const named = await sessionsOf([orderId]);
    for (const { session } of await bench.retailer.sessionSales()) expect(named).toEqual([session]);
  });
});
