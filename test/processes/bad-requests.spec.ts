import { createHmac, randomUUID } from 'node:crypto';
import type { CallOptions } from '../support/api.js';
import { person } from '../support/people.js';
import { type Case, humanEvents, JWT_SECRET, openScene, type Refusal, refuses, type Scene } from '../support/scene.js';

const CARD_TEXT = "Please make sure you've entered a valid card and try again.";

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.server.remove());
const expectRefusals = (cases: readonly Case[]) => refuses(() => scene, cases);

const reservation = (change: object = {}) => ({
  productId: scene.productId,
  profileId: scene.profiles.free,
  size: 'm',
  style: 'Ink',
  ...change,
});
const reserve = (change: object, options: CallOptions = {}) =>
  scene.shopper.api.post('/api/checkout/withprofile', reservation(change), options);
const raw = (text: string, options: CallOptions = {}) =>
  scene.shopper.api.call('POST', '/api/checkout/withprofile', text, options);
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('an unreadable body', () => {
  expectRefusals([
    { what: 'half a JSON', ask: () => raw('{"productId":'), refusal: [400, 'invalid'] },
    { what: 'no JSON at all', ask: () => raw('productId=1'), refusal: [400, 'invalid'] },
    { what: 'a list', ask: () => raw('[]'), refusal: [400, 'invalid'] },
    { what: 'a number', ask: () => raw('7'), refusal: [400, 'invalid'] },
    { what: 'null', ask: () => raw('null'), refusal: [400, 'invalid'] },
    { what: 'nothing', ask: () => raw(''), refusal: [400, 'invalid'] },
    { what: 'a poisoned prototype', ask: () => raw('{"__proto__":{"isAdmin":true}}'), refusal: [400, 'invalid'] },
    { what: 'far too much', ask: () => raw(`"${'x'.repeat(300_000)}"`), refusal: [413, 'too-large'] },
    {
      what: 'another media type',
      ask: () => raw('<reservation/>', { headers: { 'content-type': 'application/xml' } }),
      refusal: [415, 'unsupported-media-type'],
    },
  ]);
});

describe('an oversized body', () => {
  it('is refused while it is being sent, ten times in a row, without a broken connection', async () => {
    const large = Buffer.alloc(12 * 2 ** 20, ' ');
    const headers = { 'content-type': 'application/json' };
    for (let nth = 0; nth < 10; nth += 1) {
      const answer = await fetch(`${scene.server.url}/login`, { method: 'POST', headers, body: large });
      expect([answer.status, await answer.json()]).toEqual([413, expect.objectContaining({ code: 'too-large' })]);
    }
  });
});

describe('a reservation', () => {
  expectRefusals([
    { what: 'an unknown field', ask: () => reserve({ price: 1 }), refusal: [400, 'unknown-field'] },
    { what: 'a number for a text', ask: () => reserve({ productId: 7 }), refusal: [400, 'invalid'] },
    { what: 'a list for a text', ask: () => reserve({ size: ['m', 'l'] }), refusal: [400, 'invalid'] },
    {
      what: 'a missing field',
      ask: () => reserve({ style: undefined }),
      refusal: [400, 'invalid', 'insufficient checkout data'],
    },
    { what: 'deeply nested data', ask: () => raw(nested(2_000)), refusal: [400, 'too-deep'] },
    { what: 'an unknown product', ask: () => reserve({ productId: randomUUID() }), refusal: [404, 'not-found'] },
    { what: 'a product with a NUL', ask: () => reserve({ productId: 'a\u0000b' }), refusal: [404, 'not-found'] },
    { what: 'an unknown size', ask: () => reserve({ size: 'xxxl' }), refusal: [400, 'size-unknown'] },
    { what: 'an unknown style', ask: () => reserve({ style: 'Plaid' }), refusal: [400, 'style-unknown'] },
    { what: 'an unknown promo code', ask: () => reserve({ promoCode: 'NOPE' }), refusal: [400, 'promo-invalid'] },
    { what: 'an unknown profile', ask: () => reserve({ profileId: randomUUID() }), refusal: [404, 'not-found'] },
    {
      what: "somebody else's profile",
      ask: () => reserve({ profileId: scene.foreignProfile }),
      refusal: [404, 'not-found'],
    },
    {
      what: 'a profile that holds a slot',
      ask: () => reserve({ profileId: scene.profiles.holding }, { key: randomUUID() }),
      refusal: [409, 'duplicate', 'duplicate'],
    },
    {
      what: 'an account without a card',
      ask: () => scene.newcomer.reserve({ ...reservation(), profileId: scene.foreignProfile }),
      refusal: [400, 'insufficient-data', 'insufficient checkout data'],
    },
    {
      what: 'a code that was not encrypted',
      ask: () => reserve({ eCode: '123' }),
      refusal: [400, 'card-invalid', CARD_TEXT],
    },
    {
      what: 'an Idempotency-Key of 300 characters',
      ask: () => reserve({}, { key: 'k'.repeat(300) }),
      refusal: [400, 'idempotency-key-invalid'],
    },
  ]);

  it('makes one order of a double click, and refuses the key of another request', async () => {
    const profileId = await scene.shopper.addProfile(person(4));
    const before = await humanEvents(scene);

    const [first, second] = await Promise.all([reserve({ profileId }), reserve({ profileId })]);
    const key = randomUUID();
    const kept = await reserve({ profileId: await scene.shopper.addProfile(person(5)) }, { key });
    const misused = await reserve({ size: 'l' }, { key });

    expect(second.body).toEqual(first.body);
    expect([kept.status, misused.status, misused.code]).toEqual([200, 422, 'idempotency-mismatch']);
    // two slots and the second profile
    expect((await humanEvents(scene)).length).toBe(before.length + 3);
  });
});

const bearer = (token: string) => scene.server.anyone.as(token);
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decoded = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());
/** The shopper's token with other claims. */
function token(claims: object, { secret = JWT_SECRET, alg = 'HS256', typ = 'session+jwt' } = {}): string {
  const now = Math.floor(Date.now() / 1_000);
  const own = decoded(scene.shopper.api.token?.split('.')[1]);
  const text = `${encoded({ alg, typ })}.${encoded({ ...own, iat: now, exp: now + 600, ...claims })}`;
  return `${text}.${alg === 'none' ? '' : createHmac('sha256', secret).update(text).digest('base64url')}`;
}

describe('a session', () => {
  it('has the account and roles of its token', async () => {
    expect((await bearer(token({})).get('/api/user/info')).status).toBe(200);
  });
  const info = (text: string) => bearer(text).get('/api/user/info');
  const unauthorized: Refusal = [401, 'unauthorized'];
  expectRefusals([
    { what: 'none', ask: () => scene.server.anyone.get('/api/user/info'), refusal: unauthorized },
    { what: 'no token at all', ask: () => info('nonsense'), refusal: unauthorized },
    { what: 'an expired token', ask: () => info(token({ exp: 1 })), refusal: unauthorized },
    { what: 'another secret', ask: () => info(token({}, { secret: 'of somebody else' })), refusal: unauthorized },
    { what: 'no algorithm', ask: () => info(token({}, { alg: 'none' })), refusal: unauthorized },
    { what: 'another audience', ask: () => info(token({ aud: 'register' })), refusal: unauthorized },
    { what: 'another issuer', ask: () => info(token({ iss: 'another shop' })), refusal: unauthorized },
    { what: 'another type of token', ask: () => info(token({}, { typ: 'JWT' })), refusal: unauthorized },
    { what: 'unknown roles', ask: () => info(token({ roles: ['owner'] })), refusal: unauthorized },
    { what: 'an altered token', ask: () => info(`${token({}).slice(0, -6)}AAAAAA`), refusal: unauthorized },
    {
      what: 'none, before the body is looked at',
      ask: () => scene.server.anyone.post('/api/checkout/withprofile', { nonsense: true }),
      refusal: unauthorized,
    },
    {
      what: 'a shopper at the door of admins, before the body is looked at',
      ask: () => scene.shopper.api.post('/api/admin/products/create', { nonsense: true }),
      refusal: [403, 'forbidden'],
    },
    {
      what: 'a wrong password',
      ask: () => scene.server.anyone.post('/login', { email: person(1).email, password: 'not the one' }),
      refusal: [401, 'login-incorrect', 'Email or password is incorrect.'],
    },
  ]);
});

describe('signing up', () => {
  const register = (change: object) =>
    scene.server.anyone.post('/register', { email: 'new@example.org', password: 'a fine passphrase', ...change });
  const form = 'Please complete the form.';
  expectRefusals([
    { what: 'no email address', ask: () => register({ email: 'new' }), refusal: [400, 'invalid', form] },
    { what: 'a short password', ask: () => register({ password: 'short' }), refusal: [400, 'password-too-short'] },
    { what: 'a role of their own choice', ask: () => register({ roles: ['admin'] }), refusal: [400, 'unknown-field'] },
    {
      what: 'an unknown invitation',
      ask: () =>
        scene.server.anyone.post('/register/ad', {
          name: 'Eve',
          email: 'eve@example.org',
          password: 'a fine passphrase',
          adtoken: 'x.y',
        }),
      refusal: [400, 'invitation-invalid'],
    },
    {
      what: 'a forgotten password with an invalid address',
      ask: () => scene.server.anyone.post('/api/forgotpw', { email: 'nobody' }),
      refusal: [400, 'invalid', 'Please enter a valid email.'],
    },
    {
      what: 'a reset with two passwords',
      ask: () =>
        scene.server.anyone.post('/api/resetpassword', {
          hash: 'h'.repeat(43),
          password: 'one passphrase',
          confirmPassword: 'another one',
        }),
      refusal: [400, 'passwords-differ', form],
    },
  ]);
});
