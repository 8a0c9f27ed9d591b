import { randomUUID } from 'node:crypto';
import { cardOf, PAYS } from '../fixtures/order-server.js';
import type { Cast } from './cast.js';

/** The id that the other shopper sends: an existing or an unknown one. */
export type Whose = 'theirs' | 'unknown';
export interface Sent {
  /** the id in its path */
  id?: string;
  body?: object;
}
type Case = (cast: Cast, whose: Whose) => Sent | Promise<Sent>;

/** Grants access to its holder, and cannot be guessed. */
const BEARER = 'bearer';
/** not secret */
const PUBLIC = 'public';

const one = (id: string, whose: Whose) => (whose === 'theirs' ? id : randomUUID());
const theirOrder: Case = ({ orders }, whose) => ({ id: one(orders.started, whose) });
/** The signature belongs to the guest's own order. */
const theirLink = ({ guestLink, orders }: Cast, whose: Whose) => ({
  id: relinked(guestLink, one(orders.open, whose)),
});
/** The subject of an encrypted body. */
const subject = ({ shopper }: Cast, whose: Whose) => one(shopper.uuid, whose);
const reservation = ({ other, products }: Cast) => ({
  productId: products.open,
  profileId: other.profileId,
  size: 'm',
  style: 'Ink',
});
const profileOf = ({ app }: Cast, more: object) => {
  const { email, phone, address: shipping } = app.person();
  return { profileName: 'Second', email, phone, shipping, card: cardOf(PAYS), ...more };
};
const aco: Case = async (cast, whose) => {
  const acoDataPayload = await cast.app.encrypt('aco', cast.app.aco(), subject(cast, whose));
  const buyer = { email: 'eve@example.org', name: 'Eve Holt', stripeToken: 'tok_visa' };
  return { body: { ...buyer, productId: cast.products.open, acoDataPayload } };
};
const code: Case = async (cast, whose) => ({
  id: cast.orders.open,
  body: { eCode: await cast.app.encrypt('code', { code: '123' }, subject(cast, whose)) },
});

/** Every place in a request that may name a person's thing; several where it names two. */
export const NAMED: Readonly<Record<string, Case | typeof BEARER | typeof PUBLIC>> = {
  'GET /api/user/orders/{id}/story id': theirOrder,
  'GET /api/audit/proofs/orders/{id} id': theirOrder,
  'GET /api/user/orders/{id}/feeLink id': theirOrder,
  'POST /api/user/orders/{id}/withdraw id': theirOrder,
  'POST /api/user/orders/{id}/code id': async (cast, whose) => ({
    id: one(cast.orders.open, whose),
    body: { eCode: await cast.app.encrypt('code', { code: '123' }, cast.other.uuid) },
  }),
  'POST /api/user/orders/{id}/ticket id': (cast, whose) => ({
    id: one(cast.orders.open, whose),
    body: { shared: false },
  }),
  'POST /api/user/orders/{id}/code eCode': code,
  'DELETE /api/user/sessions/{id} id': ({ app, tokens }, whose) => ({
    id: one(app.server.platform.sessions.check(tokens.auditor ?? '')?.sid ?? '', whose),
  }),
  'POST /api/user/profiles/remove profileId': ({ shopper }, whose) => ({
    body: { profileId: one(shopper.profileId, whose) },
  }),
  'POST /api/user/profiles/add eProfile': async (cast, whose) => ({
    body: { eProfile: await cast.app.encrypt('profile', profileOf(cast, {}), subject(cast, whose)) },
  }),
  'POST /api/user/profiles/edit eProfile': async (cast, whose) => {
    const data = profileOf(cast, { profileId: one(cast.shopper.profileId, whose) });
    return { body: { eProfile: await cast.app.encrypt('profile', data, cast.other.uuid) } };
  },
  'POST /api/user/profiles/edit eProfile, of whom': async (cast, whose) => {
    const data = profileOf(cast, { profileId: cast.other.profileId });
    return { body: { eProfile: await cast.app.encrypt('profile', data, subject(cast, whose)) } };
  },
  'GET /api/user/products/{id}/waitlist id': PUBLIC,
  'POST /api/user/products/{id}/waitlist id': PUBLIC,
  'POST /api/user/products/{id}/waitlist profileId': ({ shopper, products }, whose) => ({
    id: products.open,
    body: { profileId: one(shopper.profileId, whose), size: 'm', style: 'Ink' },
  }),
  'DELETE /api/user/products/{id}/waitlist id': PUBLIC,
  'POST /api/checkout/withprofile productId': PUBLIC,
  'POST /api/checkout/withprofile profileId': (cast, whose) => ({
    body: { ...reservation(cast), profileId: one(cast.shopper.profileId, whose) },
  }),
  'POST /api/checkout/withprofile eCode': async (cast, whose) => ({
    body: { ...reservation(cast), eCode: await cast.app.encrypt('code', { code: '123' }, subject(cast, whose)) },
  }),
  'POST /api/user/billing/genToken card': async (cast, whose) => ({
    body: { card: await cast.app.encrypt('card', cardOf(PAYS), subject(cast, whose)) },
  }),
  'POST /api/user/billing/set token': BEARER,
  'POST /api/checkout/completeuser productId': PUBLIC,
  'POST /api/checkout/completeuser stripeToken': BEARER,
  'POST /api/checkout/completeuser acoDataPayload': aco,
  'POST /api/admin/orders acoDataPayload': aco,
  'POST /api/admin/orders/create acoDataPayload': aco,
  'POST /api/analytics/purchase orderId': ({ orders }, whose) => ({ body: { orderId: one(orders.open, whose) } }),
  'GET /api/actions/{token} token': theirLink,
  'GET /api/actions/{token}/story token': theirLink,
  'GET /api/actions/{token}/stream token': theirLink,
  'GET /api/audit/proofs/links/{token} token': theirLink,
  'POST /api/actions/{token} token': (cast, whose) => ({ ...theirLink(cast, whose), body: {} }),
  'POST /api/actions/{token}/ticket token': (cast, whose) => ({ ...theirLink(cast, whose), body: { shared: false } }),
  'POST /api/actions/{token} token of a card': BEARER,
  'POST /api/actions/{token} eCode': async (cast, whose) => ({
    id: cast.guestLink,
    body: { action: 'code', eCode: await cast.app.encrypt('code', { code: '123' }, subject(cast, whose)) },
  }),
  'GET /.well-known/ucp/{version} version': PUBLIC,
  'GET /.well-known/ucp/retailers/{id}/{version} id': PUBLIC,
  'GET /.well-known/ucp/retailers/{id}/{version} version': PUBLIC,
  // What a shop tells is signed by it.
  'POST /api/webhooks/retailers/{id} id': PUBLIC,
  'GET /api/products/{id} id': PUBLIC,
  'GET /api/drops/{id} id': PUBLIC,
  'GET /api/drops/{id}/proof id': PUBLIC,
  'GET /api/tickets/{id} id': PUBLIC,
  'GET /api/products/{id}/stream id': PUBLIC,
  'GET /api/products/{id}/calendar.ics id': PUBLIC,
  'POST /register token': BEARER,
  'POST /register/ad adtoken': BEARER,
  'POST /api/resetpassword hash': BEARER,
};

function relinked(link: string, orderId: string): string {
  const [payload = '', signature] = link.split('.');
  const [purpose, , expiresAt] = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return `${Buffer.from(JSON.stringify([purpose, orderId, expiresAt])).toString('base64url')}.${signature}`;
}
