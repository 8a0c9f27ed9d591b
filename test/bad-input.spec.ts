import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { JWK } from 'jose';
import { type Answer, Api, type CallOptions, expectOk } from './support/api.js';
import { allEvents, createDrop } from './support/drops.js';
import { BrowserCrypto, type JweChanges } from './support/jwe.js';
import { acoInput, CARDS, card, person, profileInput } from './support/people.js';
import { ServerProcess } from './support/server-process.js';
import { Shopper } from './support/shopper.js';

const JWT_SECRET = 'a secret that only this specification knows';
const PROFILE_TEXT = 'Please double check your information.';
const CARD_TEXT = "Please make sure you've entered a valid card and try again.";
const ACO_TEXT = 'Invalid ACO Information. Please set your ACO details.';

let server: ServerProcess;
let crypto: BrowserCrypto;
/** card and profile saved, one slot held */
let shopper: Shopper;
/** neither */
let newcomer: Shopper;
const known = { admin: new Api(''), productId: '', profileId: '', orderId: '', foreignProfile: '', ownProfile: '' };

beforeAll(async () => {
  server = await ServerProcess.start({ JWT_SECRET });
  known.admin = await server.admin();
  crypto = await BrowserCrypto.open(server.anyone);
  shopper = await Shopper.signUp(server.anyone, crypto, person(1));
  newcomer = await Shopper.signUp(server.anyone, crypto, person(2));
  await shopper.saveCard();
  known.profileId = await shopper.addProfile();
  known.foreignProfile = await newcomer.addProfile();
  known.productId = (await createDrop(known.admin, { productTitle: 'Steady', totalStock: 50 })).productId;
  known.ownProfile = await shopper.addProfile(person(3));
  const wish = { productId: known.productId, size: 'm', style: 'Ink', profileId: known.profileId };
  known.orderId = (await expectOk(shopper.reserve(wish))).order.orderId;
}, 60_000);
afterAll(() => server.remove());

/** What people did; workers go on with what was done before. */
const deeds = async () =>
  (await allEvents(known.admin)).filter(({ metadata }) => metadata.actor.kind !== 'worker').map(({ id }) => id);

type Refusal = [status: number, code: string, text?: string];
interface Case {
  what: string;
  ask: () => Promise<Answer>;
  refusal: Refusal;
}

/** Asks, expects this very refusal in the one shape there is, and that nothing was done. */
function refuses(cases: readonly Case[]): void {
  it.each(cases.map((one) => [one.what, one] as const))('%s', async (_, { ask, refusal: [status, code, text] }) => {
    const before = await deeds();

    const answer = await ask();

    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(answer.body).toEqual({ success: false, code, error: text ?? expect.stringMatching(/^[A-Za-z0-9].*/) });
    expect(answer.error).not.toMatch(/node_modules|\.[jt]s:\d|\bat \w+ \(/);
    expect(await deeds()).toEqual(before);
  });
}

const wish = (change: object = {}) => ({
  productId: known.productId,
  profileId: known.ownProfile,
  size: 'm',
  style: 'Ink',
  ...change,
});
const reserve = (change: object, options: CallOptions = {}) =>
  shopper.api.post('/api/checkout/withprofile', wish(change), options);
const raw = (text: string, options: CallOptions = {}) =>
  shopper.api.call('POST', '/api/checkout/withprofile', text, options);
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('a body that cannot be read', () => {
  refuses([
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
      ask: () => raw('<wish/>', { headers: { 'content-type': 'application/xml' } }),
      refusal: [415, 'unsupported-media-type'],
    },
  ]);
});

describe('a reservation', () => {
  refuses([
    { what: 'an unknown field', ask: () => reserve({ price: 1 }), refusal: [400, 'unknown-field'] },
    { what: 'a number for a text', ask: () => reserve({ productId: 7 }), refusal: [400, 'invalid'] },
    { what: 'a list for a text', ask: () => reserve({ size: ['m', 'l'] }), refusal: [400, 'invalid'] },
    { what: 'a missing field', ask: () => reserve({ style: undefined }), refusal: [400, 'invalid'] },
    { what: 'deeply nested data', ask: () => raw(nested(2_000)), refusal: [400, 'too-deep'] },
    { what: 'an unknown product', ask: () => reserve({ productId: randomUUID() }), refusal: [404, 'not-found'] },
    { what: 'a product with a NUL', ask: () => reserve({ productId: 'a\u0000b' }), refusal: [404, 'not-found'] },
    { what: 'an unknown size', ask: () => reserve({ size: 'xxxl' }), refusal: [400, 'size-unknown'] },
    { what: 'an unknown style', ask: () => reserve({ style: 'Plaid' }), refusal: [400, 'style-unknown'] },
    { what: 'an unknown promo code', ask: () => reserve({ promoCode: 'NOPE' }), refusal: [400, 'promo-invalid'] },
    { what: 'an unknown profile', ask: () => reserve({ profileId: randomUUID() }), refusal: [404, 'not-found'] },
    {
      what: "somebody else's profile",
      ask: () => reserve({ profileId: known.foreignProfile }),
      refusal: [404, 'not-found'],
    },
    {
      what: 'a profile that holds a slot',
      ask: () => reserve({ profileId: known.profileId }, { key: randomUUID() }),
      refusal: [409, 'duplicate', 'duplicate'],
    },
    {
      what: 'an account without a card',
      ask: () => newcomer.reserve({ ...wish(), profileId: known.foreignProfile }),
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
    const profileId = await shopper.addProfile(person(4));
    const before = await deeds();

    const [first, second] = await Promise.all([reserve({ profileId }), reserve({ profileId })]);
    const key = randomUUID();
    const kept = await reserve({ profileId: await shopper.addProfile(person(5)) }, { key });
    const misused = await reserve({ size: 'l' }, { key });

    expect(second.body).toEqual(first.body);
    expect([kept.status, misused.status, misused.code]).toEqual([200, 422, 'idempotency-mismatch']);
    // two slots and the second profile
    expect((await deeds()).length).toBe(before.length + 3);
  });
});

const bearer = (token: string) => server.anyone.as(token);
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
function token(claims: object, { secret = JWT_SECRET, alg = 'HS256' } = {}): string {
  const now = Math.floor(Date.now() / 1_000);
  const all = { sub: shopper.accountId, roles: ['shopper'], v: 0, iat: now, exp: now + 600, ...claims };
  const text = `${encoded({ alg, typ: 'JWT' })}.${encoded(all)}`;
  return `${text}.${alg === 'none' ? '' : createHmac('sha256', secret).update(text).digest('base64url')}`;
}

describe('a session', () => {
  it('is what its token says', async () => {
    expect((await bearer(token({})).get('/api/user/info')).status).toBe(200);
  });
  const info = (text: string) => bearer(text).get('/api/user/info');
  const unauthorized: Refusal = [401, 'unauthorized'];
  refuses([
    { what: 'none', ask: () => server.anyone.get('/api/user/info'), refusal: unauthorized },
    { what: 'no token at all', ask: () => info('nonsense'), refusal: unauthorized },
    { what: 'an expired token', ask: () => info(token({ exp: 1 })), refusal: unauthorized },
    { what: 'another secret', ask: () => info(token({}, { secret: 'of somebody else' })), refusal: unauthorized },
    { what: 'no algorithm', ask: () => info(token({}, { alg: 'none' })), refusal: unauthorized },
    { what: 'roles nobody has', ask: () => info(token({ roles: ['owner'] })), refusal: unauthorized },
    { what: 'an altered token', ask: () => info(`${token({}).slice(0, -6)}AAAAAA`), refusal: unauthorized },
    {
      what: 'none, before the body is looked at',
      ask: () => server.anyone.post('/api/checkout/withprofile', { nonsense: true }),
      refusal: unauthorized,
    },
    {
      what: 'a shopper at the door of admins, before the body is looked at',
      ask: () => shopper.api.post('/api/admin/products/create', { nonsense: true }),
      refusal: [403, 'forbidden'],
    },
    {
      what: 'a wrong password',
      ask: () => server.anyone.post('/login', { email: person(1).email, password: 'not the one' }),
      refusal: [401, 'login-incorrect', 'Email or password is incorrect.'],
    },
  ]);
});

describe('what a browser encrypts', () => {
  const add = (eProfile: unknown) => shopper.api.post('/api/user/profiles/add', { eProfile });
  const data = profileInput(person(9));
  const seal = (change: JweChanges = {}) => crypto.seal('profile', data, shopper.accountId, change);
  const stranger = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }) as JWK;
  const hoursAgo = Math.floor(Date.now() / 1_000) - 7_200;
  const refusal: Refusal = [400, 'invalid', PROFILE_TEXT];
  refuses([
    { what: 'nothing', ask: () => add(undefined), refusal },
    { what: 'clear text', ask: () => add(JSON.stringify(data)), refusal },
    { what: 'dots', ask: () => add('a.b.c.d.e'), refusal },
    { what: 'an unknown key', ask: async () => add(await seal({ kid: 'nobody' })), refusal },
    { what: "a stranger's key under our name", ask: async () => add(await seal({ key: stranger() })), refusal },
    { what: 'old data', ask: async () => add(await seal({ iat: hoursAgo })), refusal },
    { what: 'data from the future', ask: async () => add(await seal({ iat: hoursAgo + 14_400 })), refusal },
    {
      what: 'data for something else',
      ask: async () => add(await crypto.seal('card', data, shopper.accountId)),
      refusal,
    },
    {
      what: "somebody else's data",
      ask: async () => add(await crypto.seal('profile', data, newcomer.accountId)),
      refusal,
    },
    { what: "a guest's data", ask: async () => add(await crypto.seal('profile', data, null)), refusal },
    {
      what: 'a profile without a phone',
      ask: async () => add(await crypto.seal('profile', { ...data, phone: '' }, shopper.accountId)),
      refusal: [400, 'profile-invalid', PROFILE_TEXT],
    },
    {
      what: 'a profile that is a text',
      ask: async () => add(await crypto.seal('profile', ['no'], shopper.accountId)),
      refusal: [400, 'profile-invalid', PROFILE_TEXT],
    },
    {
      what: "an edit of somebody else's profile",
      ask: async () => {
        const sealed = await crypto.seal('profile', { ...data, profileId: known.foreignProfile }, shopper.accountId);
        return shopper.api.post('/api/user/profiles/edit', { eProfile: sealed });
      },
      refusal: [404, 'not-found'],
    },
  ]);

  it('is taken once', async () => {
    const jwe = await seal();
    expect((await add(jwe)).status).toBe(200);
    const before = await deeds();

    const replayed = await add(jwe);

    expect([replayed.status, replayed.error]).toEqual([400, PROFILE_TEXT]);
    expect(await deeds()).toEqual(before);
  });
});

describe('a card', () => {
  const generate = async (change: object) => {
    const sealed = await crypto.seal('card', { ...card(CARDS.pays, person(1)), ...change }, shopper.accountId);
    return shopper.api.post('/api/user/billing/genToken', { card: sealed });
  };
  const refusal: Refusal = [400, 'card-invalid', CARD_TEXT];
  refuses([
    { what: 'a mistyped number', ask: () => generate({ number: '4242424242424241' }), refusal },
    { what: 'a blocked prefix', ask: () => generate({ number: '4767000000000003' }), refusal },
    {
      what: 'a real number, where only test numbers are taken',
      ask: () => generate({ number: '4111111111111111' }),
      refusal,
    },
    { what: 'an expired card', ask: () => generate({ year: 2020 }), refusal },
    { what: 'month 13', ask: () => generate({ month: 13 }), refusal },
    { what: 'a name with digits', ask: () => generate({ name: 'Ada 2' }), refusal },
    { what: 'a code with letters', ask: () => generate({ code: '12x' }), refusal },
    {
      what: 'a token nobody made',
      ask: () => shopper.api.post('/api/user/billing/set', { token: 'tok_nobody_made_it' }),
      refusal,
    },
    {
      what: 'an address without a city',
      ask: () => shopper.api.post('/api/user/billing/set', { billingAddress: { line1: '1 Mill Lane' } }),
      refusal: [400, 'address-invalid', 'Please enter a valid address.'],
    },
    {
      what: "a guest's data that was encrypted for a profile",
      ask: async () =>
        server.anyone.post('/api/checkout/completeuser', {
          email: 'guest@example.org',
          name: 'Guest',
          productId: known.productId,
          stripeToken: 'tok_visa',
          acoDataPayload: await crypto.seal('profile', acoInput(person(8), 'm', 'Ink'), null),
        }),
      refusal: [400, 'aco-invalid', ACO_TEXT],
    },
  ]);
});

describe('a product', () => {
  const fine = { productTitle: 'New', price: 25, totalStock: 10, avail: true, productImage: '' };
  const create = (change: object) => known.admin.post('/api/admin/products/create', { ...fine, ...change });
  const past = new Date(Date.now() - 60_000).toISOString();
  refuses(
    [
      { what: 'no title', ask: () => create({ productTitle: '' }), refusal: [400, 'title-required'] },
      { what: 'a negative stock', ask: () => create({ totalStock: -1 }), refusal: [400, 'stock-invalid'] },
      { what: 'a fractional stock', ask: () => create({ totalStock: 1.5 }), refusal: [400, 'stock-invalid'] },
      { what: 'no stock', ask: () => create({ totalStock: 0 }), refusal: [400, 'stock-required'] },
      { what: "the price 'NaN'", ask: () => create({ price: 'NaN' }), refusal: [400, 'price-invalid'] },
      {
        what: 'a price of NaN, which JSON sends as null',
        ask: () => create({ price: Number.NaN }),
        refusal: [400, 'price-required'],
      },
      {
        what: 'a price beyond all numbers',
        ask: () =>
          known.admin.call(
            'POST',
            '/api/admin/products/create',
            JSON.stringify({ ...fine, price: 0 }).replace(':0', ':1e999'),
            {},
          ),
        refusal: [400, 'price-invalid'],
      },
      { what: 'a negative price', ask: () => create({ price: -5 }), refusal: [400, 'price-invalid'] },
      { what: 'a price of three decimals', ask: () => create({ price: 1.005 }), refusal: [400, 'price-invalid'] },
      { what: 'a past release', ask: () => create({ releaseAt: past }), refusal: [400, 'release-past'] },
      {
        what: 'a release that is no time',
        ask: () => create({ releaseAt: 'soon' }),
        refusal: [400, 'release-invalid'],
      },
      {
        what: 'less stock than slots held',
        ask: async () => {
          const { productId } = await createDrop(known.admin, { productTitle: 'Small', totalStock: 2 });
          return known.admin.post('/api/admin/products/edit', { productId, totalStock: 0 });
        },
        refusal: [400, 'stock-required'],
      },
    ].slice(0, -1) as Case[],
  );
});

describe('orders', () => {
  const story = (api: Api, id: string) => api.get(`/api/user/orders/${id}/story`);
  refuses([
    { what: "somebody else's story", ask: () => story(newcomer.api, known.orderId), refusal: [404, 'not-found'] },
    {
      what: "giving back somebody else's slot",
      ask: () => newcomer.api.post(`/api/user/orders/${known.orderId}/withdraw`),
      refusal: [404, 'not-found'],
    },
    {
      what: 'an unknown order',
      ask: () => known.admin.get(`/api/admin/orders/${randomUUID()}`),
      refusal: [404, 'not-found'],
    },
    {
      what: 'a refund of what was not charged',
      ask: () => known.admin.post(`/api/admin/orders/${known.orderId}/refund`, { reason: 'kindness' }),
      refusal: [409, 'not-charged'],
    },
    {
      what: 'a refund without a reason',
      ask: () => known.admin.post(`/api/admin/orders/${known.orderId}/refund`, { amount: 1 }),
      refusal: [400, 'invalid'],
    },
    {
      what: 'archiving an open order',
      ask: () => known.admin.delete(`/api/admin/orders/id/${known.orderId}`),
      refusal: [409, 'order-open'],
    },
    {
      what: 'an attempt before the release',
      ask: () => known.admin.post(`/api/admin/orders/${known.orderId}/checkout`),
      refusal: [409, 'not-released'],
    },
    {
      what: 'a link nobody signed',
      ask: () => server.anyone.get('/api/actions/abc.def'),
      refusal: [404, 'link-invalid'],
    },
    {
      what: 'a list with a range that is none',
      ask: () => known.admin.get('/api/admin/orders?range=everything'),
      refusal: [400, 'list-query-invalid'],
    },
    {
      what: 'a webhook nobody signed',
      ask: () =>
        server.anyone.post('/api/webhooks/stripe', { id: 'evt_1' }, { headers: { 'stripe-signature': 't=1,v1=00' } }),
      refusal: [400, 'signature-invalid'],
    },
    { what: 'an address that does not exist', ask: () => shopper.api.get('/api/nothing'), refusal: [404, 'not-found'] },
    {
      what: 'an id that cannot be decoded',
      ask: () => server.anyone.get('/api/products/%zz'),
      refusal: [400, 'invalid'],
    },
    {
      what: 'an id of control characters',
      ask: () => server.anyone.get('/api/products/%00%01'),
      refusal: [404, 'not-found'],
    },
    {
      what: 'an id without an end',
      ask: () => known.admin.get(`/api/admin/orders/${'x'.repeat(3_000)}`),
      refusal: [404, 'not-found'],
    },
  ]);
});

describe('signing up', () => {
  const register = (change: object) =>
    server.anyone.post('/register', { email: 'new@example.org', password: 'a fine passphrase', ...change });
  const form = 'Please complete the form.';
  refuses([
    { what: 'no e-mail address', ask: () => register({ email: 'new' }), refusal: [400, 'invalid', form] },
    { what: 'a short password', ask: () => register({ password: 'short' }), refusal: [400, 'password-too-short'] },
    { what: 'a role of their own choice', ask: () => register({ roles: ['admin'] }), refusal: [400, 'unknown-field'] },
    {
      what: 'an invitation nobody made',
      ask: () =>
        server.anyone.post('/register/ad', {
          name: 'Eve',
          email: 'eve@example.org',
          password: 'a fine passphrase',
          adtoken: 'x.y',
        }),
      refusal: [400, 'invitation-invalid'],
    },
    {
      what: 'a forgotten password of nobody in particular',
      ask: () => server.anyone.post('/api/forgotpw', { email: 'nobody' }),
      refusal: [400, 'invalid', 'Please enter a valid email.'],
    },
    {
      what: 'a reset with two passwords',
      ask: () =>
        server.anyone.post('/api/resetpassword', {
          hash: 'h'.repeat(43),
          password: 'one passphrase',
          confirmPassword: 'another one',
        }),
      refusal: [400, 'passwords-differ', form],
    },
  ]);
});
