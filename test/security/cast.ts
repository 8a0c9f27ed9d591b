import type { Role } from '@supreme-access/contract/statuses.js';
import { OrderServer, type Shopper } from '../fixtures/order-server.js';

/** Every kind of caller. The last ones have an expired token. */
export const WHO = [
  'anonymous',
  'shopper',
  'other',
  'auditor',
  'admin',
  'dismissed',
  'revoked',
  'loggedOut',
  'expired',
  'idle',
  'erased',
  'locked',
] as const;
export type Who = (typeof WHO)[number];

const PASSWORD = 'correct horse 7';
/** ms; a session lasts twelve hours, an unused one of staff half an hour */
const [LONG_AGO, A_WHILE_AGO] = [13 * 3_600_000, 31 * 60_000];

/** A server without workers, every kind of caller, and the shopper's things. */
export interface Cast {
  app: OrderServer;
  tokens: Readonly<Record<Who, string | null>>;
  shopper: Shopper;
  other: Shopper;
  /** the shopper's: one that can be withdrawn, one whose release has started */
  orders: { open: string; started: string };
  /** before and after their release */
  products: { open: string; started: string };
  /** the token of a guest's order link */
  guestLink: string;
  /** ids for other parts of paths, by prefix */
  ids: Readonly<Record<string, string>>;
}

export async function assemble(): Promise<Cast> {
  const app = await OrderServer.start();
  const { platform } = app.server;
  const [shopper, other] = [await app.shopper(), await app.shopper()];
  const products = { open: await app.drop(), started: await app.drop() };
  const open = await app.order(products.open, shopper);
  const second = { ...shopper, profileId: await app.addProfile(shopper) };
  const started = await app.order(products.started, second);
  const guestLink = await guest(app, products.open);
  const auditor = await staffed(app, 'auditor');
  const dismissed = await staffed(app, 'admin');
  await app.ok(app.ask('DELETE', `/api/admin/accounts/${dismissed.uuid}/roles/admin`, { password: app.adminPassword }));
  const invitation = await app.ok(app.post('/api/admin/invitations'));
  await app.ok(app.post('/api/admin/promos', { promoCode: 'FRIENDS10', percent: 10 }));
  for (const { orderId } of [open, started]) await app.placed(orderId);
  await platform.jobRunner.stop(5_000);
  await app.release(products.started);
  const tokens = {
    anonymous: null,
    shopper: shopper.token,
    other: other.token,
    auditor: auditor.token,
    admin: app.admin,
    dismissed: dismissed.token,
    revoked: await ended(app, '/api/user/password', { password: PASSWORD, newPassword: 'correct horse 8' }),
    loggedOut: await ended(app, '/api/user/logout'),
    expired: await since(app, LONG_AGO, ['shopper']),
    idle: await since(app, A_WHILE_AGO, ['shopper', 'auditor']),
    erased: await ended(app, '/api/user/erase', { password: PASSWORD }),
    locked: await locked(app),
  };
  await platform.projector.reachEnd();
  const ids = {
    '/api/admin/promos': 'FRIENDS10',
    '/api/admin/invitations': invitation.id,
    '/api/admin/accounts': shopper.uuid,
    '/api/admin/products': products.started,
    '/api/admin/orders/{id}/checkout': open.orderId,
    '/api/products': products.started,
  };
  const orders = { open: open.orderId, started: started.orderId };
  return { app, tokens, shopper, other, orders, products, guestLink, ids };
}

async function staffed(app: OrderServer, role: 'admin' | 'auditor') {
  const { adtoken } = await app.ok(app.post('/api/admin/invitations', { role, password: app.adminPassword }));
  const { email } = app.person();
  return app.ok(app.post('/register/ad', { name: 'Grace Hopper', email, password: PASSWORD, adtoken }, null));
}

async function guest(app: OrderServer, productId: string): Promise<string> {
  const acoDataPayload = await app.encrypt('aco', app.aco());
  const reservation = {
    email: app.person().email,
    name: 'Bea Holt',
    productId,
    stripeToken: 'tok_visa',
    acoDataPayload,
  };
  const { link } = await app.ok(app.post('/api/checkout/completeuser', reservation, null));
  return link.slice(link.lastIndexOf('/') + 1);
}

async function newcomer(app: OrderServer): Promise<{ token: string; uuid: string }> {
  return app.ok(app.post('/register', { email: app.person().email, password: PASSWORD }, null));
}

/** A session that its owner has ended. */
async function ended(app: OrderServer, path: string, body: object = {}): Promise<string> {
  const { token } = await newcomer(app);
  await app.ok(app.post(path, body, token));
  return token;
}

async function locked(app: OrderServer): Promise<string> {
  const { token, uuid } = await newcomer(app);
  await app.ok(app.post(`/api/admin/accounts/${uuid}/lock`, { reason: 'found on a stranger’s machine' }));
  return token;
}

/** A session from then, which the server saw while it was valid. */
async function since(app: OrderServer, ms: number, roles: readonly Role[]): Promise<string> {
  const { uuid } = await newcomer(app);
  app.clock.ahead = -ms;
  const token = app.server.platform.sessions.begin(uuid, roles, 0);
  await app.ok(app.get('/api/user/info', token));
  app.clock.ahead = 0;
  return token;
}
