import { randomUUID } from 'node:crypto';
import { LaggingServer } from '@supreme-access/test/fixtures/lagging-server.js';
import { cardOf, OrderServer, PAYS, type Shopper } from '@supreme-access/test/fixtures/order-server.js';
import type { Answer } from '@supreme-access/test/fixtures/test-server.js';
import { MakeStaff } from '../customers/accounts/staffing.js';
import { ordersProjection } from './orders.projection.js';

let lagging: LaggingServer;
let server: OrderServer;
let ada: Shopper;
beforeAll(async () => {
  lagging = await LaggingServer.start();
  [server, ada] = [lagging.server, lagging.ada];
});
afterAll(() => lagging?.stop());

const post = (...args: Parameters<LaggingServer['post']>) => lagging.post(...args);
const reserve = (...args: Parameters<LaggingServer['reserve']>) => lagging.reserve(...args);
const reserved = (...args: Parameters<LaggingServer['reserved']>) => lagging.reserved(...args);

interface Case {
  /** what was done a moment ago, and what is asked then */
  what: string;
  ask: () => Promise<Answer>;
  answers?: object;
}

const SHOPPER: Case[] = [
  {
    what: 'somebody who has just signed up, saved a card and a profile reserves',
    ask: async () => reserve(await server.shopper()),
  },
  {
    what: 'a card that was just saved pays for a reservation',
    ask: async () => {
      const bea = await lagging.shown(() => server.shopper(null));
      await server.saveCard(bea, PAYS);
      return reserve(bea);
    },
  },
  {
    what: 'a profile that was just saved is edited',
    ask: async () => lagging.edited({ ...ada, profileId: await server.addProfile(ada) }),
  },
  {
    what: 'a profile that was just saved is removed',
    ask: async () => post('/api/user/profiles/remove', { profileId: await server.addProfile(ada) }, ada.token),
  },
  {
    what: 'a slot is given back that was just reserved',
    ask: async () => post(`/api/user/orders/${await reserved()}/withdraw`, {}, ada.token),
    answers: { order: { status: 'withdrawn' } },
  },
  {
    what: 'a profile whose slot was just given back reserves again',
    ask: async () => {
      const bea = await server.shopper();
      await server.ok(post(`/api/user/orders/${await reserved(bea)}/withdraw`, {}, bea.token));
      return reserve(bea);
    },
  },
  {
    what: 'the story of an order is read that was just made',
    ask: async () => server.get(`/api/user/orders/${await reserved()}/story`, ada.token),
  },
  {
    what: 'who has just signed up is told of themselves',
    ask: async () => server.get('/api/user/info', await lagging.joined()),
  },
  {
    what: 'who has just changed their name is told the new one',
    ask: async () => {
      const token = await lagging.shown(() => lagging.joined());
      await server.ok(post('/api/user/updateProfile', { updates: { name: 'Bea Holt' } }, token));
      return server.get('/api/user/info', token);
    },
    answers: { name: 'Bea Holt' },
  },
  {
    what: 'who has just signed up changes their name',
    ask: async () => post('/api/user/updateProfile', { updates: { name: 'Bea Holt' } }, await lagging.joined()),
    answers: { name: 'Bea Holt' },
  },
  {
    what: 'who has just signed up asks for the mail again that verifies the address',
    ask: async () => post('/api/user/resendVerification', {}, await lagging.joined()),
  },
  {
    what: 'an address that was just set is answered',
    ask: async () => {
      const token = await lagging.joined();
      const billingAddress = {
        line1: '17 Larch Row',
        city: 'Portland',
        state: 'OR',
        postal_code: '97201',
        country: 'US',
      };
      return post('/api/user/billing/set', { billingAddress }, token);
    },
    answers: { billingAddress: { line1: '17 Larch Row' } },
  },
  {
    what: 'who has just signed up erases their account',
    ask: async () => post('/api/user/erase', { password: 'correct horse 7' }, await lagging.joined()),
  },
  {
    what: 'a fee that was just paid is not in the way of an erasure',
    ask: async () => {
      const { shopper } = await lagging.paid();
      return post('/api/user/erase', { password: 'correct horse 7' }, shopper.token);
    },
  },
  {
    what: 'everything about a shopper holds the profile that was just saved',
    ask: async () => server.get('/api/user/export', (await server.shopper()).token),
    answers: { profiles: [expect.objectContaining({ profileName: 'Main Profile' })] },
  },
  {
    what: 'a guest sees the order that was just made',
    ask: async () => server.get(`/api/actions/${await lagging.guest()}`, null),
  },
  {
    what: 'a guest gives back the slot that was just secured',
    ask: async () => server.post(`/api/actions/${await lagging.guest()}`, {}, null),
    answers: { order: { status: 'withdrawn' } },
  },
  {
    what: 'a promo code that was just made is looked up',
    ask: async () => server.get(`/api/promoLookup?promoCode=${await lagging.promo()}`, null),
  },
  {
    what: 'a promo code that was just made is used',
    ask: async () => reserve({ ...ada, profileId: await server.addProfile(ada) }, { promoCode: await lagging.promo() }),
    answers: { order: { price: 22.5 } },
  },
  {
    what: 'a promo code that may just be used once more is looked up',
    ask: async () => {
      const promoCode = await lagging.shown(async () => {
        const code = await lagging.promo();
        await server.ok(server.ask('PUT', `/api/admin/promos/${code}`, { limit: 1 }));
        await reserved(ada, { promoCode: code });
        return code;
      });
      await server.ok(server.ask('PUT', `/api/admin/promos/${promoCode}`, { limit: 2 }));
      return server.get(`/api/promoLookup?promoCode=${promoCode}`, null);
    },
  },
  {
    what: 'a product is looked at that was just listed',
    ask: async () => server.get(`/api/products/${await server.drop()}`, null),
  },
  {
    what: 'a hundredth profile is saved, another one just having been removed',
    ask: async () => {
      const bea = await lagging.shown(async () => {
        const somebody = await server.shopper(null);
        await Promise.all(Array.from({ length: 99 }, () => server.addProfile(somebody)));
        return somebody;
      });
      await server.ok(post('/api/user/profiles/remove', { profileId: bea.profileId }, bea.token));
      const profile = { ...server.person(), profileName: 'Hundredth', card: cardOf(PAYS) };
      const eProfile = await server.encrypt('profile', { ...profile, shipping: profile.address }, bea.uuid);
      return post('/api/user/profiles/add', { eProfile }, bea.token);
    },
  },
];

const STAFF: Case[] = [
  {
    what: 'an order that was just made is shown',
    ask: async () => server.get(`/api/admin/orders/${await reserved()}`),
  },
  {
    what: 'the story of an order that was just made is shown',
    ask: async () => server.get(`/api/admin/orders/${await reserved()}/story`),
  },
  {
    what: 'an order that was just made is withdrawn',
    ask: async () => post(`/api/admin/orders/${await reserved()}/withdraw`, { reason: 'asked to' }),
    answers: { order: { status: 'withdrawn' } },
  },
  {
    what: 'an order that was just withdrawn is archived',
    ask: async () => {
      const orderId = await reserved();
      await server.ok(post(`/api/admin/orders/${orderId}/withdraw`, { reason: 'asked to' }));
      return server.ask('DELETE', `/api/admin/orders/${orderId}`);
    },
  },
  {
    what: 'the mail of an order that was just made is sent again',
    ask: async () => post(`/api/admin/orders/${await reserved()}/resendEmail`),
    answers: { queued: 1 },
  },
  {
    what: 'the checkout data of an order that was just made is shown',
    ask: async () => server.get(`/api/admin/aco/getJSON/${await reserved()}`),
  },
  {
    what: 'a test order that was just made is checked out',
    ask: async () => post(`/api/admin/orders/${await lagging.testOrder()}/checkout`),
  },
  {
    what: 'an order whose product was just released is checked out, proven and refunded',
    ask: async () => {
      const own = await server.drop();
      const orderId = await reserved(ada, { productId: own });
      await server.release(own);
      await server.ok(post(`/api/admin/orders/${orderId}/checkout`));
      await server.ok(
        post(`/api/admin/orders/${orderId}/evidence`, {
          kind: 'card-charge',
          reference: 'line 7',
          password: server.adminPassword,
        }),
      );
      await server.ok(post(`/api/admin/orders/${orderId}/checkout`));
      return server.get(`/api/admin/orders/${orderId}`);
    },
  },
  {
    what: 'a fee that was just charged is refunded',
    ask: async () => {
      const { orderId } = await lagging.paid();
      return post(`/api/admin/orders/${orderId}/refund`, { reason: 'asked to' });
    },
    answers: { order: { status: 'refund_pending' } },
  },
  {
    what: 'a product that was just listed is shown',
    ask: async () => server.get(`/api/admin/products/${await server.drop()}`),
  },
  {
    what: 'a product is delisted whose last order was just withdrawn',
    ask: async () => {
      const [own, orderId] = await lagging.shown(async () => {
        const drop = await server.drop();
        return [drop, await reserved(ada, { productId: drop })];
      });
      await server.ok(post(`/api/admin/orders/${orderId}/withdraw`, { reason: 'asked to' }));
      return server.ask('DELETE', `/api/admin/products/id/${own}`);
    },
  },
  {
    what: 'a promo code that was just made is shown',
    ask: async () => server.get(`/api/admin/promos/${await lagging.promo()}`),
  },
  { what: 'an invitation that was just made is shown', ask: async () => server.get(await lagging.invitation()) },
  {
    what: 'an invitation that was just made is revoked',
    ask: async () => server.ask('DELETE', await lagging.invitation()),
  },
  {
    what: 'an account that was just made is shown',
    ask: async () => server.get(`/api/admin/accounts/${(await server.shopper(null)).uuid}`),
  },
  {
    what: 'an account that was there already logs in as the admin it has just become',
    ask: async () => {
      const { email } = await lagging.shown(() => server.shopper(null));
      const password = 'a password of the operator';
      await server.server.app.get(MakeStaff).appoint(email, 'admin', password);
      return server.post('/login', { email, password }, null);
    },
    answers: { isAdmin: true },
  },
  {
    what: 'a promo code that was just made is ended',
    ask: async () => server.ask('DELETE', `/api/admin/promos/${await lagging.promo()}`),
  },
];

describe('while the read models lag by two seconds, and no consistency token is sent,', () => {
  it.each([...SHOPPER, ...STAFF])('$what', async ({ ask, answers = {} }) => {
    const { status, body } = await ask();
    expect({ status, body }).toMatchObject({ status: 200, body: answers });
  });

  it.each([
    [
      'by an admin',
      (orderId: string) =>
        post(`/api/admin/orders/${orderId}/erase`, { reason: 'asked by letter', password: server.adminPassword }),
    ],
    ['by its link', (_: string, token: string) => server.post(`/api/actions/${token}`, { action: 'erase' }, null)],
  ])('a guest is erased %s once the read models hold nothing of them', async (_, erase) => {
    const token = await lagging.shown(() => lagging.guest());
    const { orderId } = (await server.ok(server.get(`/api/actions/${token}`, null))).order;
    expect((await erase(orderId, token)).status).toBe(200);
    const { models } = server.server.platform;
    expect(await models.get(ordersProjection, orderId)).toMatchObject({ name: null, email: null, status: 'withdrawn' });
  });

  it('what was never there is still refused', async () => {
    const nowhere = randomUUID();
    const answers = await Promise.all([
      reserve({ ...ada, profileId: nowhere }),
      post(`/api/user/orders/${nowhere}/withdraw`, {}, ada.token),
      post(`/api/admin/orders/${nowhere}/refund`, { reason: 'asked to' }),
      server.get('/api/promoLookup?promoCode=NOPE', null),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it("somebody else's profile and order are still refused", async () => {
    const bea = await server.shopper();
    const foreign = await reserved();
    expect((await reserve({ ...bea, profileId: ada.profileId })).status).toBe(404);
    expect((await post(`/api/user/orders/${foreign}/withdraw`, {}, bea.token)).status).toBe(404);
  });

  it('a profile that was just removed reserves nothing, and one that was just saved anew reserves with its new card', async () => {
    const bea = await lagging.shown(() => server.shopper());
    await server.ok(lagging.edited(bea, { card: cardOf('5555555555554444') }));
    const orderId = await reserved(bea);
    expect((await server.get(`/api/admin/aco/getJSON/${orderId}`)).body.card.number).toBe('**** 4444');
    await server.ok(post(`/api/user/orders/${orderId}/withdraw`, {}, bea.token));
    await server.ok(post('/api/user/profiles/remove', { profileId: bea.profileId }, bea.token));
    expect((await reserve(bea)).status).toBe(404);
  });
});

describe('who sends back the token of what they just did', () => {
  async function listed(): Promise<{ orderIds: string[]; wanted: string; isStale: string | null; tookMs: number }> {
    const bea = await server.shopper();
    const made = await reserve(bea);
    const token = { 'x-consistency-token': made.headers.get('x-consistency-token') ?? '' };
    const since = Date.now();
    const { body, headers } = await server.get('/api/user/orders', bea.token, token);
    const orderIds = body.map(({ orderId }: { orderId: string }) => orderId);
    return {
      orderIds,
      wanted: made.body.order.orderId,
      isStale: headers.get('x-stale'),
      tookMs: Date.now() - since,
    };
  }

  it('waits until the read models show it', async () => {
    const { orderIds, wanted, isStale } = await lagging.lagBy(400, listed);
    expect([orderIds, isStale]).toEqual([[wanted], null]);
  });

  it('waits no longer than a second and a half, and is told that the answer is stale', async () => {
    const { orderIds, isStale, tookMs } = await listed();
    expect([orderIds, isStale]).toEqual([[], 'true']);
    expect(tookMs).toBeGreaterThanOrEqual(1_400);
  });

  it('is told anew once asked again, as our specs do that read what they wrote', async () => {
    const bea = await lagging.shown(() => server.shopper());
    server.forgetful = false;
    try {
      const orderId = await reserved(bea);
      expect((await server.get('/api/user/orders', bea.token)).body).toMatchObject([{ orderId }]);
    } finally {
      server.forgetful = true;
    }
  });
});
