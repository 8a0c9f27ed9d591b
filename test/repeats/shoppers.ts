import { cardOf, type OrderServer, PAYS, type Shopper } from '../fixtures/order-server.js';
import type { Row, Rows } from './copies.js';

const CHOICE = { size: 'm', style: 'Ink' };
const billingAddress = { line1: '17 Larch Row', city: 'Portland', state: 'OR', postal_code: '97201', country: 'US' };

function profileOf(world: OrderServer, more: object = {}) {
  const { email, phone, address: shipping } = world.person();
  return { profileName: 'Second', email, phone, shipping, card: cardOf(PAYS), ...more };
}

/** A guest's slot, and its link. */
export async function guest(world: OrderServer): Promise<{ orderId: string; path: string }> {
  const productId = await world.drop();
  const acoDataPayload = await world.encrypt('aco', world.aco());
  const body = { email: world.person().email, name: 'Bea Holt', productId, stripeToken: 'tok_visa', acoDataPayload };
  const { link, order } = await world.done('/api/checkout/completeuser', body, null);
  await world.placed(order.orderId);
  return { orderId: order.orderId, path: `/api/actions/${link.slice(link.lastIndexOf('/') + 1)}` };
}

async function ordered(world: OrderServer): Promise<{ shopper: Shopper; orderId: string }> {
  const made = await world.order(await world.drop());
  await world.placed(made.orderId);
  return made;
}

async function soldOut(world: OrderServer): Promise<string> {
  const productId = await world.drop({ totalStock: 1 });
  await world.order(productId);
  return productId;
}

const saves =
  (what: 'add' | 'edit'): Row[1] =>
  async (world) => {
    const { token, uuid, profileId } = await world.shopper();
    const more = what === 'edit' ? { profileId } : {};
    const sealed = async () => ({ eProfile: await world.encrypt('profile', profileOf(world, more), uuid) });
    return { path: `/api/user/profiles/${what}`, token, body: await sealed(), other: await sealed() };
  };

export const SHOPPERS: Rows = {
  'POST /api/user/updateProfile': [
    'DetailsChanged',
    async (world) => {
      const { token } = await world.shopper(null);
      const named = (name: string) => ({ updates: { name } });
      return { path: '/api/user/updateProfile', token, body: named('Ada Quimby'), other: named('Eve Quimby') };
    },
  ],
  'POST /api/user/billing/genToken': [
    '',
    async (world) => {
      const { token, uuid } = await world.shopper(null);
      const sealed = async () => ({ card: await world.encrypt('card', cardOf(PAYS), uuid) });
      return { path: '/api/user/billing/genToken', token, body: await sealed(), other: await sealed() };
    },
  ],
  'POST /api/user/billing/genToken, by a guest': [
    '',
    async (world) => {
      const body = { card: await world.encrypt('card', cardOf(PAYS)) };
      return { path: '/api/user/billing/genToken', token: null, body };
    },
  ],
  'POST /api/user/billing/set': [
    'BillingAddressSet CardSaved',
    async (world) => {
      const { token, uuid } = await world.shopper(null);
      const body = { billingAddress, token: await world.cardToken({ token, uuid }, PAYS) };
      return { path: '/api/user/billing/set', token, body, other: { billingAddress } };
    },
  ],
  'POST /api/user/profiles/add': ['ProfileSaved', saves('add')],
  'POST /api/user/profiles/edit': ['ProfileSaved', saves('edit')],
  'POST /api/user/profiles/remove': [
    'ProfileRemoved',
    async (world) => {
      const { token, profileId } = await world.shopper(null);
      return { path: '/api/user/profiles/remove', token, body: { profileId } };
    },
  ],
  'POST /api/checkout/withprofile': [
    'SlotReserved',
    async (world) => {
      const { token, profileId } = await world.shopper();
      const reservation = { productId: await world.drop(), profileId, ...CHOICE };
      return { path: '/api/checkout/withprofile', token, body: reservation, other: { ...reservation, size: 'l' } };
    },
  ],
  'POST /api/checkout/withprofile, with a promo code': [
    'PromoRedeemed SlotReserved',
    async (world) => {
      await world.done('/api/admin/promos', { promoCode: 'ONCE', percent: 10, limit: 1 });
      const { token, profileId } = await world.shopper();
      const reservation = { productId: await world.drop(), profileId, promoCode: 'ONCE', ...CHOICE };
      return { path: '/api/checkout/withprofile', token, body: reservation, other: { ...reservation, size: 'l' } };
    },
  ],
  'POST /api/checkout/completeuser': [
    'ProfileSaved SlotReserved',
    async (world) => {
      const acoDataPayload = await world.encrypt('aco', world.aco());
      const buyer = { email: world.person().email, name: 'Bea Holt', stripeToken: 'tok_visa' };
      const body = { ...buyer, productId: await world.drop(), acoDataPayload };
      return { path: '/api/checkout/completeuser', token: null, body };
    },
  ],
  'POST /api/user/orders/{id}/code': [
    'SecurityCodeGiven',
    async (world) => {
      const { shopper, orderId } = await ordered(world);
      const sealed = async (code: string) => ({ eCode: await world.encrypt('code', { code }, shopper.uuid) });
      const [body, other] = [await sealed('987'), await sealed('986')];
      return { path: `/api/user/orders/${orderId}/code`, token: shopper.token, body, other };
    },
  ],
  'POST /api/user/orders/{id}/withdraw': [
    'OrderWithdrawn SlotReleased',
    async (world) => {
      const { shopper, orderId } = await ordered(world);
      return { path: `/api/user/orders/${orderId}/withdraw`, token: shopper.token };
    },
  ],
  'POST /api/user/orders/{id}/ticket': [
    'TicketShared',
    async (world) => {
      const { shopper, orderId } = await ordered(world);
      const path = `/api/user/orders/${orderId}/ticket`;
      return { path, token: shopper.token, body: { shared: true }, other: { shared: false } };
    },
  ],
  'POST /api/user/orders/{id}/ticket, hidden again': [
    'TicketHidden',
    async (world) => {
      const { shopper, orderId } = await ordered(world);
      const path = `/api/user/orders/${orderId}/ticket`;
      await world.done(path, { shared: true }, shopper.token);
      return { path, token: shopper.token, body: { shared: false } };
    },
  ],
  'POST /api/user/products/{id}/waitlist': [
    'WaitlistJoined',
    async (world) => {
      const { token, profileId } = await world.shopper();
      const body = { profileId, ...CHOICE };
      const path = `/api/user/products/${await soldOut(world)}/waitlist`;
      return { path, token, body, other: { ...body, size: 'l' } };
    },
  ],
  'DELETE /api/user/products/{id}/waitlist': [
    'WaitlistLeft',
    async (world) => {
      const { token, profileId } = await world.shopper();
      const path = `/api/user/products/${await soldOut(world)}/waitlist`;
      await world.done(path, { profileId, ...CHOICE }, token);
      return { path: `${path}?profileId=${profileId}`, token };
    },
  ],
  'POST /api/actions/{token}, a guest gives the slot back': [
    'OrderWithdrawn SlotReleased',
    async (world) => ({ path: (await guest(world)).path, token: null, body: {} }),
  ],
  'POST /api/actions/{token}, a guest gives the code': [
    'SecurityCodeGiven',
    async (world) => {
      const { path } = await guest(world);
      const body = { action: 'code', eCode: await world.encrypt('code', { code: '987' }) };
      return { path, token: null, body };
    },
  ],
  'POST /api/actions/{token}, a guest is erased': [
    'ErasureFinished OrderWithdrawn PersonalDataErased PersonalDataErased SlotReleased',
    async (world) => ({ path: (await guest(world)).path, token: null, body: { action: 'erase' } }),
  ],
  'POST /api/actions/{token}/ticket': [
    'TicketShared',
    async (world) => ({ path: `${(await guest(world)).path}/ticket`, token: null, body: { shared: true } }),
  ],
  'POST /api/analytics/purchase': [
    '',
    async (world) => {
      const { shopper, orderId } = await ordered(world);
      return { path: '/api/analytics/purchase', token: shopper.token, body: { orderId } };
    },
  ],
};
