import { OrderServer } from '@supreme-access/test/fixtures/order-server.js';

let server: OrderServer;
beforeAll(async () => {
  server = await OrderServer.start();
});
afterAll(() => server?.stop());

/** Of one order and its drop's release, whose end and sums may come before the last mail; mails are files, so that an erasure is looked up twice for each. */
const MOST: Readonly<Record<string, number>> = {
  'an append mail': 4,
  'an append order': 5,
  'an append product': 3,
  'an append profile': 1,
  'an append stripe': 2,
  'a stream order': 6,
  'a stream product': 5,
  'a stream profile': 1,
  'whether a stream was cut order': 1,
  'a record card': 1,
  'a record code': 2,
  'an erasure code': 2,
  'records code': 4,
  'which records there are code': 4,
};
const OF_ORDERS = ['card', 'code', 'mail', 'order', 'product', 'profile', 'stripe'];

/** Calls to the log and the vault since `before`, by what they are and whose. */
function callsSince(before: ReadonlyMap<string, number>): Record<string, number> {
  const made = [...counted()].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(made.filter(([, count]) => count > 0).sort());
}
function counted(): Map<string, number> {
  const { counts } = server.server.platform.calls;
  const all = [...counts.values()].filter(({ store, of }) => store !== 'the read models' && OF_ORDERS.includes(of));
  return new Map(all.map(({ call, of, count }) => [`${call} ${of}`.trim(), count]));
}

it('an order makes few calls to the stores, from its reservation to its last mail', async () => {
  const productId = await server.drop();
  const shopper = await server.shopper();
  await server.settle(60_000);
  const before = counted();

  const { orderId } = await server.order(productId, shopper);
  await server.mail('slot-confirmed', shopper.email);
  await server.release(productId);
  await server.becomes(orderId, 'success');
  await server.mail('success', shopper.email);
  await server.settle();

  const tooMany = Object.entries(callsSince(before)).filter(([name, count]) => count > (MOST[name] ?? 0));
  expect(tooMany).toEqual([]);
});
