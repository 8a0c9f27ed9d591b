import { SIZES } from '@supreme-access/contract/limits.js';
import { CheckoutBench } from '@supreme-access/test/fixtures/checkout-bench.js';
import { ask, Bench, SELLER } from '@supreme-access/test/fixtures/emulator.js';
import { gatewayTo, saved } from '@supreme-access/test/fixtures/gateway.js';
import { KEY } from '@supreme-access/test/fixtures/retailer.js';
import { servedProfiles } from '@supreme-access/test/fixtures/sandbox-visit.js';
import { type Fault, faulty } from '@supreme-access/test/fixtures/scripted-shop.js';
import type { Fault as ShopFault } from '../emulators/shop/faults.js';
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
  const { customerId, paymentMethodId } = await saved(gatewayTo(emulator), VISA);
  payer = { customerId, paymentMethodId };
});
afterEach(async () => {
  await bench.close();
  await profiles.close();
  await stripes.close();
});

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
const wish = () => ({ payer });
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
    const orders = await bench.reserveMany(productId, faults.length, wish());
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

  it.each<[ShopFault, string]>([
    ['lostAnswer', 'submit'],
    ['error500', 'submit'],
    ['droppedConnection', 'submit'],
    ['tornComplete', 'submit'],
    ['cancelLies', 'submit'],
    ['createTwice', 'cart'],
  ])('with the fault %s is never bought or paid twice', async (fault, on) => {
    opens(door);
    const productId = await bench.drop(drop);
    const [orderId = ''] = await bench.reserveMany(productId, 1, wish());
    await bench.release(productId);
    await bench.retailer.fault(fault, on as 'submit');
    await buy(orderId);
    const sales = await bench.retailer.sessionSales();
    const { bought, checkout } = await bench.state(orderId);
    const [session, ...others] = await sessionsOf([orderId]);
    expect(others).toEqual([]);
    for (const sale of sales) expect(sale.session).toBe(session);
    expect(new Set(sales.flatMap(({ payment }) => payment ?? [])).size).toBeLessThanOrEqual(1);
    expect((await tokens()).filter(({ captured }) => captured > 0).length).toBeLessThanOrEqual(1);
    expect(bought !== null || checkout?.paying?.inDoubt).toBe(true);
    if (bought) expect(sales.length).toBeGreaterThan(0);
  });
});
