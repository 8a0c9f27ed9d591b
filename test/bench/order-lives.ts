import { randomUUID } from 'node:crypto';
import type { PlacedOrder } from '../../backend/src/orders/order.js';
import { built } from '../support/built.js';
import { each, range } from '../support/crowd.js';
import { written } from './drafted-log.js';
import { type Buyer, openProduct, populate } from './population.js';
import { metadata, type World } from './world.js';

const AT_ONCE = 500;
const [PRODUCTS, OVER] = [20, 12];
/** orders of one account */
export const PER_ACCOUNT = 5;
const HOUR = 3_600_000;

const PAYER = { customerId: 'cus_bench', paymentMethodId: 'pm_bench' };

export async function reserve(
  world: World,
  productId: string,
  { accountId, profileId, records }: Buyer,
  payer = PAYER,
) {
  const { product } = await built<typeof import('../../backend/src/catalogue/products/product.js')>(
    'catalogue/products/product.js',
  );
  const { ReserveSlot } =
    await built<typeof import('../../backend/src/catalogue/products/slots.js')>('catalogue/products/slots.js');
  const orderId = randomUUID();
  const data = {
    orderId,
    accountId,
    profileId,
    profileRevision: 0,
    ...records,
    person: profileId,
    size: 'm' as const,
    style: 'Ink',
    promo: null,
    payer,
    fallback: true,
    poBox: false,
    subject: `account-${accountId}`,
    keyed: true,
    personal: { email: `${profileId.slice(0, 8)}@example.org`, name: 'Some Body' },
  };
  const { state, position } = await world.ask(product, new ReserveSlot(productId, data, metadata()));
  const slot = state.slots.get(orderId);
  if (!slot) throw new Error('a reservation was not made');
  return { slot, position };
}

/** A log of orders as a shop has them: of twenty drops, twelve are over. */
export async function simulateOrders(world: World, orders: number): Promise<void> {
  const people = await populate(world, Math.ceil(orders / PER_ACCOUNT), orders);
  const products = await each(range(PRODUCTS), PRODUCTS, (n) => openProduct(world, orders, 2_500 + 100 * n));
  await written(world, people, AT_ONCE, async (drafts, who, index) => {
    const { slot } = await reserve(drafts, products[index % PRODUCTS] ?? '', who);
    const placed = { ...slot, livemode: true, subject: `account-${who.accountId}` };
    await place(drafts, placed);
    if (index % PRODUCTS < OVER) await buy(drafts, placed);
  });
}

export async function place(world: World, placed: PlacedOrder): Promise<void> {
  const { orderId } = placed;
  const { order, PlaceOrder } = await built<typeof import('../../backend/src/orders/order.js')>('orders/order.js');
  await world.ask(order, new PlaceOrder(orderId, placed, metadata()));
  await sendMail(world, orderId, 'slot-confirmed');
}

async function buy(world: World, placed: PlacedOrder): Promise<void> {
  const { orderId } = placed;
  const { order } = await built<typeof import('../../backend/src/orders/order.js')>('orders/order.js');
  const { StartCheckout, RecordCheckout } =
    await built<typeof import('../../backend/src/orders/order-checkout.js')>('orders/order-checkout.js');
  const { ChargeFee, RecordCharge } =
    await built<typeof import('../../backend/src/orders/order-fee.js')>('orders/order-fee.js');
  const now = Date.now();
  const claim = { by: 'bench', leaseUntil: now + HOUR };
  const evidence = { kind: 'retailer' as const, reference: `R-${orderId}`, sha256: 'bench' };
  const [intentId, chargeId] = [`pi_${orderId}`, `ch_${orderId}`];
  const steps = [
    new StartCheckout(orderId, { ...claim, size: 'm', style: 'Ink', closesAt: now + HOUR }, metadata()),
    new RecordCheckout(orderId, { reference: `${orderId}:1`, outcome: { kind: 'succeeded', evidence } }, metadata()),
    new ChargeFee(orderId, { ...claim, intentId, paymentMethodId: 'pm_bench' }, metadata()),
    new RecordCharge(orderId, { intentId, outcome: { kind: 'charged', chargeId, amount: placed.price } }, metadata()),
  ];
  for (const step of steps) await world.ask(order, step);
  await sendMail(world, orderId, 'success');
}

async function sendMail(world: World, orderId: string, kind: string): Promise<void> {
  const { mail, ClaimMail, RecordMail } = await built<typeof import('../../backend/src/mail/mail.js')>('mail/mail.js');
  const id = `order-${orderId}:${kind}`;
  await world.ask(mail, new ClaimMail(id, { cause: null, by: 'bench' }, metadata()));
  await world.ask(mail, new RecordMail(id, { cause: null, outcome: 'sent' }, metadata()));
}
