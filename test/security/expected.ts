import type { Who } from './cast.js';

type Ended = 'dismissed' | 'revoked' | 'loggedOut' | 'expired' | 'idle' | 'erased' | 'locked';
type Column = Exclude<Who, Ended> | 'ended';
/** Of each kind of route, what those are told whom it is not for; 0: what the route itself answers. A session that ended is none. */
const ACCESS = {
  anyone: { anonymous: 0, shopper: 0, other: 0, auditor: 0, admin: 0, ended: 0 },
  session: { anonymous: 401, shopper: 0, other: 0, auditor: 0, admin: 0, ended: 401 },
  /** what is a shopper's, asked for by its id */
  owner: { anonymous: 401, shopper: 0, other: 404, auditor: 404, admin: 404, ended: 401 },
  /** the same, which staff may look at too */
  ownerOrStaff: { anonymous: 401, shopper: 0, other: 404, auditor: 0, admin: 0, ended: 401 },
  staff: { anonymous: 401, shopper: 403, other: 403, auditor: 0, admin: 0, ended: 401 },
  admin: { anonymous: 401, shopper: 403, other: 403, auditor: 403, admin: 0, ended: 401 },
  /** a card of a guest, who has no session and never had one */
  card: { anonymous: 0, shopper: 0, other: 0, auditor: 0, admin: 0, ended: 401 },
} satisfies Record<string, Record<Column, number>>;

/** What it is sent: a query for a GET, else a body. `{}` where nothing is said. */
type Row = readonly [access: keyof typeof ACCESS, answer: number, sent?: object];

const JWE = 'e30.e30.e30.e30.e30';
const WRONG = 'not the password';
const ORDER = {
  name: 'Eve',
  email: 'eve@example.org',
  productId: 'nothing',
  stripeToken: 'tok_visa',
  acoDataPayload: JWE,
};

/**
 * Every route, for whom it is, and what it answers to them. Ids in paths are the shopper's. What would change much is refused
 * for another reason than who asks, with a code of 400 or 409.
 */
export const ROUTES: Readonly<Record<string, Row>> = {
  'POST /login': ['anyone', 400],
  'POST /register': ['anyone', 400],
  'POST /register/ad': ['anyone', 400],
  'POST /api/forgotpw': ['anyone', 400],
  'POST /api/resetpassword': ['anyone', 400],
  'GET /api/keys': ['anyone', 200],
  'GET /api/time': ['anyone', 200],
  'GET /api/settings': ['anyone', 200],
  'GET /.well-known/supreme-access/seals.json': ['anyone', 200],
  'GET /api/audit/proofs/consistency': ['anyone', 404, { first: '1', second: '999' }],
  'GET /api/places': ['anyone', 200, { q: '1 Larch' }],
  'GET /api/promoLookup': ['anyone', 200, { promoCode: 'FRIENDS10' }],
  'GET /api/products': ['anyone', 200],
  'GET /api/products/{id}': ['anyone', 200],
  'GET /api/products/{id}/stream': ['anyone', 200],
  'GET /api/actions/{token}': ['anyone', 404],
  'POST /api/actions/{token}': ['anyone', 404],
  'POST /api/analytics/purchase': ['anyone', 200, { orderId: 'nothing' }],
  'POST /api/checkout/completeuser': ['anyone', 400],
  'POST /api/webhooks/stripe': ['anyone', 400],
  'POST /api/inbound/email': ['anyone', 401],

  'POST /api/user/billing/genToken': ['card', 400, { card: JWE }],
  'GET /api/user/info': ['session', 200],
  'GET /api/user/export': ['session', 200],
  'POST /api/user/erase': ['session', 403, { password: WRONG }],
  'POST /api/user/password': ['session', 403, { password: WRONG, newPassword: 'correct horse 9' }],
  'POST /api/user/logout': ['session', 400, { which: 'none' }],
  'GET /api/user/sessions': ['staff', 200],
  'DELETE /api/user/sessions/{id}': ['staff', 404],
  'GET /api/user/totp': ['session', 200],
  'POST /api/user/totp/enrol': ['session', 403, { password: WRONG }],
  'POST /api/user/totp/confirm': ['session', 409, { code: '000000' }],
  'POST /api/user/totp/recovery': ['session', 403, { password: WRONG }],
  'POST /api/user/totp/disable': ['session', 403, { password: WRONG }],
  'POST /api/user/updateProfile': ['session', 400],
  'POST /api/user/resendVerification': ['session', 200],
  'POST /api/user/billing/set': ['session', 400, { billingAddress: { line1: '1 Larch Row' } }],
  'GET /api/user/profiles': ['session', 200],
  'POST /api/user/profiles/add': ['session', 400],
  'POST /api/user/profiles/edit': ['session', 400],
  'POST /api/user/profiles/remove': ['session', 404, { profileId: 'nothing' }],
  'POST /api/checkout/withprofile': ['session', 400],
  'GET /api/user/orders': ['session', 200],
  'GET /api/user/orders/stream': ['session', 200],
  'GET /api/user/orders/{id}/story': ['owner', 200],
  'GET /api/user/orders/{id}/feeLink': ['owner', 409],
  'POST /api/user/orders/{id}/code': ['owner', 400, { eCode: JWE }],
  'POST /api/user/orders/{id}/withdraw': ['owner', 409],

  'GET /api/audit/proofs/orders/{id}': ['ownerOrStaff', 200],

  'GET /users': ['staff', 200],
  'GET /api/admin/accounts': ['staff', 200],
  'GET /api/admin/accounts/{id}': ['staff', 200],
  'DELETE /api/admin/accounts/{id}/roles/{role}': ['admin', 200],
  'POST /api/admin/accounts/{id}/lock': ['admin', 400],
  'POST /api/admin/accounts/{id}/unlock': ['admin', 200, { reason: 'a mistake' }],
  'GET /api/admin/accounts/{id}/access': ['staff', 200],
  'GET /api/admin/accounts/{id}/profiles': ['staff', 200],
  'GET /api/admin/accounts/{id}/mails': ['staff', 200],
  'GET /api/admin/accounts/{id}/security': ['staff', 200],
  'POST /api/admin/accounts/{id}/sessions/end': ['admin', 400],
  'POST /api/admin/accounts/{id}/roles': ['admin', 400],
  'POST /api/admin/accounts/{id}/erase': ['admin', 400],
  'POST /api/admin/accounts/{id}/totp/disable': ['admin', 403, { password: WRONG }],
  'GET /api/admin/invitations': ['staff', 200],
  'GET /api/admin/invitations/{id}': ['staff', 200],
  'POST /api/admin/invitations': ['admin', 403, { role: 'admin', password: WRONG }],
  'DELETE /api/admin/invitations/{id}': ['admin', 200],
  'GET /api/admin/due': ['staff', 200],
  'GET /api/admin/due/kinds': ['staff', 200],
  'POST /api/admin/due/retry': ['admin', 404, { kind: 'nothing' }],
  'GET /api/admin/system/projections': ['staff', 200],
  'GET /api/admin/system/projections/{name}/rebuild': ['staff', 404],
  'POST /api/admin/system/projections/{name}/rebuild': ['admin', 404],
  'POST /api/admin/system/projections/{name}/replace': ['admin', 404, { rebuildId: 'nothing' }],
  'GET /api/admin/webhooks': ['staff', 200],
  'GET /api/admin/webhooks/ignored': ['staff', 200],
  'GET /api/admin/bounces': ['staff', 200],
  'GET /api/admin/system/readiness': ['staff', 200],
  'GET /api/admin/system/partners': ['staff', 200],
  'GET /api/admin/system/settings': ['staff', 200],
  'GET /api/admin/events': ['staff', 200, { limit: '5' }],
  'GET /api/admin/audit/export': ['staff', 200, { stream: 'order-nothing' }],
  'GET /api/admin/audit/kinds': ['staff', 200],
  'GET /api/admin/audit/runs': ['staff', 200],
  'GET /api/admin/audit/runs/{id}': ['staff', 404],
  'GET /api/admin/audit/runs/{id}/heal': ['staff', 404, { finding: 'nothing' }],
  'POST /api/admin/audit/runs/{id}/heal': ['admin', 404, { finding: 'nothing', shown: 'nothing' }],
  'POST /api/admin/audit/runs': ['staff', 400, { kind: 'none' }],
  'GET /api/admin/events/search': ['staff', 200, { limit: '5' }],
  'GET /api/admin/events/live': ['staff', 200],
  'GET /api/admin/events/{id}': ['staff', 404],
  'GET /api/admin/time-travel/{kind}/{id}': ['staff', 404],
  'GET /api/admin/time-travel/products/{id}/slots': ['staff', 404],
  'GET /api/admin/seals': ['staff', 200],
  'POST /api/admin/seals/key': ['admin', 403, { password: WRONG }],
  'POST /api/admin/master-key/rotate': ['admin', 403, { password: WRONG }],

  'GET /api/admin/promos': ['staff', 200],
  'GET /api/admin/promos/{id}': ['staff', 200],
  'GET /api/admin/promos/{id}/uses': ['staff', 200],
  'GET /api/admin/promos/{id}/days': ['staff', 200],
  'POST /api/admin/promos': ['admin', 400],
  'PUT /api/admin/promos/{id}': ['admin', 400, { percent: 0 }],
  'DELETE /api/admin/promos/{id}': ['admin', 200],

  'GET /api/admin/products': ['staff', 200],
  'GET /api/admin/products/{id}': ['staff', 200],
  'POST /api/admin/products': ['admin', 400],
  'POST /api/admin/products/create': ['admin', 400],
  'POST /api/admin/products/edit': ['admin', 404, { productId: 'nothing' }],
  'PUT /api/admin/products/{id}': ['admin', 400, { totalStock: 0 }],
  'DELETE /api/admin/products/{id}': ['admin', 409],
  'DELETE /api/admin/products/id/{id}': ['admin', 409],
  'POST /api/admin/products/{id}/release': ['admin', 409],
  'POST /api/admin/products/{id}/cancel': ['admin', 409, { reason: 'a mistake' }],
  'POST /api/admin/pictures': ['admin', 415],

  'GET /api/admin/reports/board': ['staff', 200],
  'GET /api/admin/reports/days': ['staff', 200],
  'GET /api/admin/products/{id}/checks': ['staff', 200],
  'POST /api/admin/products/{id}/check': ['admin', 409],
  'GET /api/admin/orders': ['staff', 200],
  'GET /api/admin/orders/export': ['staff', 200],
  'GET /api/admin/disputes': ['staff', 200],
  'GET /api/admin/orders/{id}/evidence-file': ['staff', 200],
  'GET /api/admin/orders/{id}': ['staff', 200],
  'GET /api/admin/orders/{id}/story': ['staff', 200],
  'GET /api/admin/orders/{id}/file': ['staff', 200],
  'POST /api/admin/orders': ['admin', 404, ORDER],
  'POST /api/admin/orders/create': ['admin', 404, ORDER],
  'DELETE /api/admin/orders/{id}': ['admin', 409],
  'DELETE /api/admin/orders/id/{id}': ['admin', 409],
  'POST /api/admin/orders/{id}/refund': ['admin', 409, { reason: 'kindness' }],
  'POST /api/admin/orders/{id}/withdraw': ['admin', 409, { reason: 'a mistake' }],
  'POST /api/admin/orders/{id}/checkout': ['admin', 409],
  'POST /api/admin/orders/{id}/evidence': ['admin', 400, { kind: 'rumour', reference: 'x' }],
  'POST /api/admin/orders/{id}/aco': ['admin', 403, { password: WRONG, reason: 'to see' }],
  'POST /api/admin/orders/{id}/erase': ['admin', 400],
  'GET /api/admin/aco/getJSON/{orderId}': ['admin', 200],
  'POST /api/admin/orders/{id}/resendEmail': ['admin', 200],
  'GET /api/admin/orders/resendEmail/{id}': ['admin', 200],
  'POST /api/admin/orders/resendAll': ['admin', 200],
  'GET /api/admin/orders/resendAll': ['admin', 200],
};

/** The status that somebody is answered with. */
export function expectedOf([access, answer]: Row, who: Who): number {
  const columns: Readonly<Record<string, number>> = ACCESS[access];
  return (columns[who] ?? ACCESS[access].ended) || answer;
}
