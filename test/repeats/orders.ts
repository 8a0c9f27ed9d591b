import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { tokenOf } from '../fixtures/mailbox.js';
import { DECLINES, type OrderServer, PAYS, REFUND_FAILS } from '../fixtures/order-server.js';
import { unsettledOrder } from '../fixtures/unsettled-order.js';
import type { Row, Rows, Sent } from './copies.js';
import { guest } from './shoppers.js';

const pathOf = (orderId: string, what = '') => `/api/admin/orders/${orderId}${what === '' ? '' : `/${what}`}`;

async function ordered(world: OrderServer) {
  const productId = await world.drop();
  const made = await world.order(productId);
  await world.placed(made.orderId);
  return { ...made, productId };
}

/** Attempted, without an answer of the retailer. */
async function inDoubt(world: OrderServer) {
  const { orderId, productId, shopper } = await ordered(world);
  await world.retailer('POST', '/sandbox/faults', { fault: 'error500', times: 100_000, orderId });
  await world.release(productId);
  await world.becomes(orderId, 'processing');
  return { orderId, shopper };
}

async function ended(world: OrderServer): Promise<string> {
  const { orderId, shopper } = await ordered(world);
  await world.done(`/api/user/orders/${orderId}/withdraw`, {}, shopper.token);
  return orderId;
}

/** A forwarded mail that may prove a purchase, as our mail service sends it. */
async function forwarded(world: OrderServer) {
  const { orderId, shopper } = await inDoubt(world);
  const mail = { from: shopper.email, subject: 'Fwd', text: `Bought: ${orderId}:1`, receivedAt: Date.now() };
  const body = JSON.stringify(mail);
  const key = world.server.platform.secrets.get('inbound-mail');
  const signature = createHmac('sha256', key).update(body).digest('hex');
  const headers = { 'x-signature': signature, 'content-type': 'application/json' };
  return { orderId, sent: { path: '/api/inbound/email', token: null, body, headers } };
}

/** Such a mail that waits for a review. */
async function hinted(world: OrderServer): Promise<string> {
  const { orderId, sent } = await forwarded(world);
  await fetch(world.url + sent.path, { method: 'POST', body: sent.body, headers: sent.headers });
  return world.until(async () => {
    const [proof] = (await world.ok(world.get(`/api/admin/proofs?orderId=${orderId}`))) as { id: string }[];
    return proof?.id;
  });
}

/** A webhook of Stripe. */
async function news(world: OrderServer): Promise<Sent> {
  await world.success();
  const { data } = await world.stripe('GET', '/v1/events?limit=100');
  const succeeded = data.find(({ type }: { type: string }) => type === 'payment_intent.succeeded');
  const body = JSON.stringify({ ...succeeded, id: 'evt_told_again' });
  const { webhookSecret: secret } = world.server.partners.stripe;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
  return { path: '/api/webhooks/stripe', token: null, body, headers };
}

async function declined(world: OrderServer) {
  const { shopper } = await world.success(DECLINES);
  return { shopper, path: `/api/actions/${tokenOf(await world.mail('action-needed', shopper.email))}` };
}

const made =
  (path: string): Row[1] =>
  async (world) => {
    const body = await world.made(await world.drop());
    return { path, body, other: { ...body, name: 'Eve Holt' } };
  };

const archived =
  (what: string): Row[1] =>
  async (world) => ({ path: `/api/admin/orders/${what}${await ended(world)}` });

export const ORDERS: Rows = {
  'POST /api/admin/orders': ['ProfileSaved SlotReserved', made('/api/admin/orders')],
  'POST /api/admin/orders/create': ['ProfileSaved SlotReserved', made('/api/admin/orders/create')],
  'DELETE /api/admin/orders/{id}': ['OrderArchived', archived('')],
  'DELETE /api/admin/orders/id/{id}': ['OrderArchived', archived('id/')],
  'POST /api/admin/orders/{id}/refund': [
    'RefundRequested',
    async (world) => {
      const body = { reason: 'it came torn', amount: 5 };
      return { path: pathOf((await world.success()).orderId, 'refund'), body, other: { ...body, amount: 6 } };
    },
  ],
  'POST /api/admin/orders/{id}/settle': [
    'RefundSettled',
    async (world) => {
      const { orderId, shopper } = await world.success(REFUND_FAILS);
      await world.done(pathOf(orderId, 'refund'), { reason: 'it came torn' });
      await world.mail('refund-failed', shopper.email);
      const body = { reason: 'a transfer', password: world.adminPassword };
      return { path: pathOf(orderId, 'settle'), body, other: { ...body, reason: 'cash' } };
    },
  ],
  'POST /api/admin/orders/{id}/settlePurchase': [
    'PurchaseSettled',
    async (world) => {
      const body = { reason: 'the shop gave it back', password: world.adminPassword };
      return { path: pathOf(await unsettledOrder(world), 'settlePurchase'), body, other: { ...body, reason: 'kept' } };
    },
  ],
  'POST /api/admin/orders/{id}/withdraw': [
    'OrderWithdrawn SlotReleased',
    async (world) => ({
      path: pathOf((await ordered(world)).orderId, 'withdraw'),
      body: { reason: 'asked by phone' },
      other: { reason: 'a mistake' },
    }),
  ],
  'POST /api/admin/orders/refund': [
    'RefundRequested',
    async (world) => {
      const ids = [(await world.success()).orderId, (await ordered(world)).orderId];
      const body = { ids, reason: 'it came torn', password: world.adminPassword };
      return { path: '/api/admin/orders/refund', body, other: { ...body, ids: ids.slice(1) } };
    },
  ],
  'POST /api/admin/orders/withdraw': [
    'OrderWithdrawn OrderWithdrawn SlotReleased SlotReleased',
    async (world) => {
      const ids = [(await ordered(world)).orderId, (await ordered(world)).orderId, await ended(world)];
      const body = { ids, reason: 'asked by phone' };
      return { path: '/api/admin/orders/withdraw', body, other: { ...body, reason: 'a mistake' } };
    },
  ],
  'POST /api/admin/orders/{id}/checkout': [
    '',
    async (world) => ({ path: pathOf((await world.success()).orderId, 'checkout') }),
  ],
  'POST /api/admin/orders/{id}/evidence': [
    'CheckoutSucceeded',
    async (world) => {
      const body = { kind: 'forwarded-email', reference: 'R-77', password: world.adminPassword };
      const path = pathOf((await inDoubt(world)).orderId, 'evidence');
      return { path, body, other: { ...body, reference: 'R-78' } };
    },
  ],
  'POST /api/admin/proofs/{id}': [
    'CheckoutSucceeded ProofReviewed',
    async (world) => {
      const body = { decision: 'accept', reason: 'as the shop says', password: world.adminPassword };
      return { path: `/api/admin/proofs/${await hinted(world)}`, body, other: { ...body, reason: 'as it seems' } };
    },
  ],
  'POST /api/admin/orders/{id}/erase': [
    'ErasureFinished OrderWithdrawn PersonalDataErased PersonalDataErased SlotReleased',
    async (world) => {
      const body = { reason: 'asked by letter', password: world.adminPassword };
      return { path: pathOf((await guest(world)).orderId, 'erase'), body, other: { ...body, reason: 'by phone' } };
    },
  ],
  'POST /api/admin/orders/{id}/resendEmail': [
    'MailRequested',
    async (world) => ({ path: pathOf((await ordered(world)).orderId, 'resendEmail') }),
  ],
  'GET /api/admin/orders/resendEmail/{id}': [
    'MailRequested',
    async (world) => ({ path: `/api/admin/orders/resendEmail/${(await ordered(world)).orderId}` }),
  ],
  'POST /api/actions/{token}, a fee is paid': [
    'FeeChargeStarted FeeCharged',
    async (world) => {
      const { shopper, path } = await declined(world);
      return { path, token: null, body: { token: await world.cardToken(shopper, PAYS) } };
    },
  ],
  'POST /api/inbound/email': ['ProofReceived', async (world) => (await forwarded(world)).sent],
  'POST /api/webhooks/stripe': ['WebhookReceived', news],
};
