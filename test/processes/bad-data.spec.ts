import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { JWK } from 'jose';
import type { Api } from '../support/api.js';
import type { JweChanges } from '../support/jwe.js';
import { acoInput, CARDS, card, person, profileInput } from '../support/people.js';
import { type Case, humanEvents, openScene, type Refusal, refuses, type Scene } from '../support/scene.js';

const PROFILE_TEXT = 'Please double check your information.';
const CARD_TEXT = "Please make sure you've entered a valid card and try again.";
const ACO_TEXT = 'Invalid ACO Information. Please set your ACO details.';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.server.remove());
const expectRefusals = (cases: readonly Case[]) => refuses(() => scene, cases);

describe('an encrypted body', () => {
  const add = (eProfile: unknown) => scene.shopper.api.post('/api/user/profiles/add', { eProfile });
  const data = profileInput(person(9));
  const seal = (change: JweChanges = {}) => scene.crypto.seal('profile', data, scene.shopper.accountId, change);
  const stranger = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }) as JWK;
  const hoursAgo = Math.floor(Date.now() / 1_000) - 7_200;
  const refusal: Refusal = [400, 'invalid', PROFILE_TEXT];
  expectRefusals([
    { what: 'nothing', ask: () => add(undefined), refusal },
    { what: 'clear text', ask: () => add(JSON.stringify(data)), refusal },
    { what: 'dots', ask: () => add('a.b.c.d.e'), refusal },
    { what: 'an unknown key', ask: async () => add(await seal({ kid: 'nobody' })), refusal },
    { what: "a stranger's key under our name", ask: async () => add(await seal({ key: stranger() })), refusal },
    { what: 'old data', ask: async () => add(await seal({ iat: hoursAgo })), refusal },
    { what: 'data from the future', ask: async () => add(await seal({ iat: hoursAgo + 14_400 })), refusal },
    {
      what: 'data for something else',
      ask: async () => add(await scene.crypto.seal('card', data, scene.shopper.accountId)),
      refusal,
    },
    {
      what: "somebody else's data",
      ask: async () => add(await scene.crypto.seal('profile', data, scene.newcomer.accountId)),
      refusal,
    },
    { what: "a guest's data", ask: async () => add(await scene.crypto.seal('profile', data, null)), refusal },
    {
      what: 'a profile without a phone',
      ask: async () => add(await scene.crypto.seal('profile', { ...data, phone: '' }, scene.shopper.accountId)),
      refusal: [400, 'profile-invalid', PROFILE_TEXT],
    },
    {
      what: 'a profile that is a text',
      ask: async () => add(await scene.crypto.seal('profile', ['no'], scene.shopper.accountId)),
      refusal: [400, 'profile-invalid', PROFILE_TEXT],
    },
    {
      what: "an edit of somebody else's profile",
      ask: async () => {
        const sealed = await scene.crypto.seal(
          'profile',
          { ...data, profileId: scene.foreignProfile },
          scene.shopper.accountId,
        );
        return scene.shopper.api.post('/api/user/profiles/edit', { eProfile: sealed });
      },
      refusal: [404, 'not-found'],
    },
  ]);

  it('is accepted once', async () => {
    const jwe = await seal();
    expect((await add(jwe)).status).toBe(200);
    const before = await humanEvents(scene);

    const replayed = await add(jwe);

    expect([replayed.status, replayed.error]).toEqual([400, PROFILE_TEXT]);
    expect(await humanEvents(scene)).toEqual(before);
  });
});

describe('a card', () => {
  const generate = async (change: object) => {
    const sealed = await scene.crypto.seal(
      'card',
      { ...card(CARDS.pays, person(1)), ...change },
      scene.shopper.accountId,
    );
    return scene.shopper.api.post('/api/user/billing/genToken', { card: sealed });
  };
  const refusal: Refusal = [400, 'card-invalid', CARD_TEXT];
  expectRefusals([
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
      what: 'an unknown token',
      ask: () => scene.shopper.api.post('/api/user/billing/set', { token: 'tok_nobody_made_it' }),
      refusal,
    },
    {
      what: 'an address without a city',
      ask: () => scene.shopper.api.post('/api/user/billing/set', { billingAddress: { line1: '1 Mill Lane' } }),
      refusal: [400, 'address-invalid', 'Please enter a valid address.'],
    },
    {
      what: "a guest's data that was encrypted for a profile",
      ask: async () =>
        scene.server.anyone.post('/api/checkout/completeuser', {
          email: 'guest@example.org',
          name: 'Guest',
          productId: scene.productId,
          stripeToken: 'tok_visa',
          acoDataPayload: await scene.crypto.seal('profile', acoInput(person(8), 'm', 'Ink'), null),
        }),
      refusal: [400, 'aco-invalid', ACO_TEXT],
    },
  ]);
});

describe('a product', () => {
  const fine = { productTitle: 'New', price: 25, totalStock: 10, avail: true, productImage: '' };
  const create = (change: object) => scene.admin.post('/api/admin/products/create', { ...fine, ...change });
  const past = new Date(Date.now() - 60_000).toISOString();
  expectRefusals([
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
        scene.admin.call(
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
      what: 'an edit to a negative stock',
      ask: () => scene.admin.post('/api/admin/products/edit', { productId: scene.productId, totalStock: -3 }),
      refusal: [400, 'stock-invalid'],
    },
    {
      what: 'an edit to a picture by script',
      ask: () =>
        scene.admin.post('/api/admin/products/edit', {
          productId: scene.productId,
          pictures: [{ address: 'javascript:alert(1)' }],
        }),
      refusal: [400, 'image-invalid'],
    },
    {
      what: 'a description beyond its length',
      ask: () => create({ description: 'x'.repeat(2_001) }),
      refusal: [400, 'description-invalid'],
    },
    {
      what: 'a retail price in no currency',
      ask: () => create({ retailPrice: { amount: 168 } }),
      refusal: [400, 'retail-price-invalid'],
    },
    {
      what: 'an edit of an unknown product',
      ask: () => scene.admin.post('/api/admin/products/edit', { productId: randomUUID(), totalStock: 3 }),
      refusal: [404, 'not-found'],
    },
  ]);
});

describe('orders', () => {
  const story = (api: Api, id: string) => api.get(`/api/user/orders/${id}/story`);
  expectRefusals([
    { what: "somebody else's story", ask: () => story(scene.newcomer.api, scene.orderId), refusal: [404, 'not-found'] },
    {
      what: "giving back somebody else's slot",
      ask: () => scene.newcomer.api.post(`/api/user/orders/${scene.orderId}/withdraw`),
      refusal: [404, 'not-found'],
    },
    {
      what: 'an unknown order',
      ask: () => scene.admin.get(`/api/admin/orders/${randomUUID()}`),
      refusal: [404, 'not-found'],
    },
    {
      what: 'a refund of what was not charged',
      ask: () => scene.admin.post(`/api/admin/orders/${scene.orderId}/refund`, { reason: 'kindness' }),
      refusal: [409, 'not-charged'],
    },
    {
      what: 'a refund without a reason',
      ask: () => scene.admin.post(`/api/admin/orders/${scene.orderId}/refund`, { amount: 1 }),
      refusal: [400, 'invalid'],
    },
    {
      what: 'archiving an open order',
      ask: () => scene.admin.delete(`/api/admin/orders/id/${scene.orderId}`),
      refusal: [409, 'order-open'],
    },
    {
      what: 'an attempt before the release',
      ask: () => scene.admin.post(`/api/admin/orders/${scene.orderId}/checkout`),
      refusal: [409, 'not-released'],
    },
    {
      what: 'an unsigned link',
      ask: () => scene.server.anyone.get('/api/actions/abc.def'),
      refusal: [404, 'link-invalid'],
    },
    {
      what: 'a list with a range that is none',
      ask: () => scene.admin.get('/api/admin/orders?range=everything'),
      refusal: [400, 'list-query-invalid'],
    },
    {
      what: 'an unsigned webhook',
      ask: () =>
        scene.server.anyone.post(
          '/api/webhooks/stripe',
          { id: 'evt_1' },
          { headers: { 'stripe-signature': 't=1,v1=00' } },
        ),
      refusal: [400, 'signature-invalid'],
    },
    {
      what: 'an address that does not exist',
      ask: () => scene.shopper.api.get('/api/nothing'),
      refusal: [404, 'not-found'],
    },
    {
      what: 'an id that cannot be decoded',
      ask: () => scene.server.anyone.get('/api/products/%zz'),
      refusal: [400, 'invalid'],
    },
    {
      what: 'an id of control characters',
      ask: () => scene.server.anyone.get('/api/products/%00%01'),
      refusal: [404, 'not-found'],
    },
    {
      what: 'an id without an end',
      ask: () => scene.admin.get(`/api/admin/orders/${'x'.repeat(3_000)}`),
      refusal: [404, 'not-found'],
    },
  ]);
});
