import { jest } from '@jest/globals';
import { cardOf, OrderServer, PAYS } from '@supreme-access/test/fixtures/order-server.js';
import { Limit } from '../http/limits/limits.js';

const ANOTHER = '5555555555554444';
/** which is not taken without a Stripe account */
const NO_TEST_NUMBER = '4111111111111111';

describe('a stranger', () => {
  let app: OrderServer;
  beforeAll(async () => {
    app = await OrderServer.start({ TRUSTED_PROXIES: '127.0.0.1' });
  });
  afterAll(() => app?.stop());
  afterEach(() => jest.restoreAllMocks());

  const from = (address: string) => ({ 'x-forwarded-for': address });
  const count = (answers: readonly { status: number }[], status: number) =>
    answers.filter((answer) => answer.status === status).length;

  const orderAsGuest = async (productId: string, email: string, address: string, number = PAYS) => {
    const acoDataPayload = await app.encrypt('aco', app.aco({ card: cardOf(number) }));
    const input = { email, name: 'Bea Holt', productId, stripeToken: 'tok_visa', acoDataPayload };
    return app.post('/api/checkout/completeuser', input, null, from(address));
  };
  const genToken = async (address: string, number: string) => {
    const card = await app.encrypt('card', cardOf(number));
    return app.post('/api/user/billing/genToken', { card }, null, from(address));
  };

  it('is mailed by guest orders from one address five times an hour, not fourteen, whatever IPv6 it uses', async () => {
    const productId = await app.drop();
    const answers = [];
    for (let n = 0; n < 7; n += 1) {
      answers.push(await orderAsGuest(productId, 'victim@example.org', `2001:db8:7::${n}`));
    }
    expect([count(answers, 200), answers.at(-1)?.status, answers.at(-1)?.code]).toEqual([5, 429, 'too-many']);
    expect((await orderAsGuest(productId, 'other@example.org', '2001:db8:7::1')).status).toBe(200);
    expect((await orderAsGuest(productId, 'victim@example.org', '203.0.113.70')).status).toBe(200);
  });

  it('may ask for a slot as often as a drop makes people ask: what is refused causes no mail, and is not counted as one', async () => {
    const [gone, left] = [await app.drop({ totalStock: 1 }), await app.drop()];
    expect((await orderAsGuest(gone, 'first@example.org', '203.0.113.71')).status).toBe(200);
    const answers = [];
    for (let n = 0; n < 6; n += 1) answers.push(await orderAsGuest(gone, 'keen@example.org', '203.0.113.71', ANOTHER));
    expect(answers.map(({ code }) => code)).toEqual(Array(6).fill('sold-out'));
    expect((await orderAsGuest(left, 'keen@example.org', '203.0.113.71', ANOTHER)).status).toBe(200);
  });

  it('holds as many slots of a drop by one card as one account may, and ten times as many by one network; nobody is told what they are known by', async () => {
    const productId = await app.drop({ limitPerAccount: 1 });
    const guest = (n: number, network: string, number = PAYS) =>
      orderAsGuest(productId, `limited.${n}@example.org`, network, number);
    const first = await guest(1, '203.0.113.72');
    expect(first.status).toBe(200);
    const second = await guest(2, '203.0.113.73');
    expect([second.status, second.body]).toEqual([
      409,
      {
        success: false,
        code: 'limit-per-account',
        error: 'This card has reached the limit for this drop. One card may hold this many slots: 1.',
      },
    ]);
    expect((await guest(3, '203.0.113.72', ANOTHER)).status).toBe(200);
    const { orderId } = first.body.order;
    const events = [];
    const { log } = app.server.platform;
    for await (const event of log.readStream(`product-${productId}`)) events.push(event);
    const reserved = events.find(({ type }) => type === 'SlotReserved');
    const marks = (reserved?.data.guest ?? {}) as object;
    expect(Object.keys(marks)).toEqual(['card', 'network']);
    const answers = [first.body, await app.view(orderId), await app.story(orderId)];
    for (const mark of Object.values(marks)) expect(JSON.stringify(answers)).not.toContain(mark);
    const placed = [];
    for await (const event of log.readStream(`order-${orderId}`)) placed.push(event.data);
    expect(JSON.stringify(placed)).not.toContain('guest":{');
  });

  it('is mailed by moves of accounts behind one address ten times an hour', async () => {
    const ask = async () => {
      const { token } = await app.shopper(null);
      const responses = [];
      for (let n = 0; n < 4; n += 1) {
        const body = { updates: { email: 'moved-to@example.org' }, password: 'correct horse 7' };
        responses.push(await app.post('/api/user/updateProfile', body, token, from('203.0.113.71')));
      }
      return responses;
    };
    const answers = [...(await ask()), ...(await ask()), ...(await ask())];
    expect([count(answers, 200), count(answers, 429)]).toEqual([10, 2]);
  });

  it('tries no more than sixty cards from one IPv6 /64 without an account', async () => {
    const answers = [];
    for (let n = 0; n < 62; n += 1)
      answers.push(await genToken(`2001:db8:8::${n.toString(16)}`, n % 2 ? PAYS : ANOTHER));
    expect(answers.at(-1)?.status).toBe(429);
    expect((await genToken('2001:db8:9::1', PAYS)).status).toBe(200);
  });

  it('tries no card more than sixty times from however many addresses', async () => {
    const answers = [];
    for (let n = 0; n < 62; n += 1) answers.push(await genToken(`203.0.114.${n}`, NO_TEST_NUMBER));
    expect(answers.at(-1)?.status).toBe(429);
  });

  it('tries a test number, which is everybody’s, as often as a crowd does', async () => {
    const answers = [];
    for (let n = 0; n < 62; n += 1) answers.push(await genToken(`203.0.115.${n}`, ANOTHER));
    expect(count(answers, 200)).toBe(62);
  });

  it('reserves and withdraws in turns ten times an hour, not a hundred and twenty', async () => {
    const [productId, shopper] = [await app.drop(), await app.shopper()];
    const answers = [];
    for (let n = 0; n < 11; n += 1) {
      const eCode = await app.encrypt('code', { code: '123' }, shopper.uuid);
      const { order } = await app.ok(app.reserve(shopper, { productId, eCode }, `round-${n}`));
      answers.push(await app.post(`/api/user/orders/${order.orderId}/withdraw`, {}, shopper.token));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
  });

  it('and everybody else may rush: reserving with a profile asks no limit, and so no store for one', async () => {
    const [productId, shopper] = [await app.drop(), await app.shopper()];
    const spies = (['take', 'count', 'counted', 'giveBack'] as const).map((name) => jest.spyOn(Limit.prototype, name));
    expect((await app.reserve(shopper, { productId })).status).toBe(200);
    expect(spies.map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0, 0]);
  });
});
