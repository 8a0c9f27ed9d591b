import { jest } from '@jest/globals';
import { type LimitStore, Limits, type Rule } from '../../backend/src/http/limits/limits.js';
import { memoryLimits } from '../../backend/src/http/limits/memory-limits.js';
import { cardOf, OrderServer, type Shopper } from '../fixtures/order-server.js';
import type { Answer } from '../fixtures/test-server.js';

/** attempts that a limit is reduced to for the attack; the real maximum is compared */
const TRIES = 3;
const [WRONG, RIGHT] = ['wrong horse 7', 'correct horse 7'];
const VISA = '4242424242424242';
/** each in one row only; test numbers are not counted, so these are none */
const [TRIED, BESIDE] = ['4111111111111111', '4012888888881881'];
const [ORDERED, ORDERED_BESIDE] = ['5200828282828210', '5105105105105100'];
/** addresses of one IPv6 /64; `home` 2 is a neighbour */
const at = (row: string, home: 1 | 2, n = 1) => `2001:db8:${row}:${home}::${n.toString(16)}`;

interface Row {
  rule: Rule['name'];
  /** as in docs/security.md */
  max: number;
  seconds: number;
  /** the n-th request of an attacker */
  attack(n: number): Promise<Answer>;
  /** another person, who must not be affected */
  neighbour(): Promise<Answer>;
}

const BILLING = {
  billingAddress: { line1: '17 Larch Row', city: 'Portland', state: 'OR', postal_code: '97201', country: 'US' },
};
/** rules with a row */
const covered = new Set<string>();
/** Counters that refuse nothing by themselves, or have their maximum elsewhere, with the spec that covers them. */
const COUNTED = {
  'known-pair': 'login-limits.spec.ts',
  'cards-tried': 'card-tries.spec.ts',
  'cards-declined': 'card-tries.spec.ts',
  'cards-good': 'card-tries.spec.ts',
  'promo-wrong': 'promo-lookups.spec.ts',
  refunded: 'refund-step-up.spec.ts',
};

describe('an attacker gets 429, and a neighbour is not affected:', () => {
  const limits = new Map<string, { rule: Rule; counts: ReturnType<LimitStore> }>();
  let app: OrderServer;
  let ada: Shopper;
  let bea: Shopper;
  /** people without a card so far */
  let newcomers: [Shopper, Shopper];
  let orders: [string, string];
  let products: [string, string];
  beforeAll(async () => {
    const { of } = Limits.prototype;
    const made = new Limits((rule) => {
      const counts = memoryLimits(rule);
      limits.set(rule.name, { rule, counts });
      return counts;
    }, 'a secret of the vault');
    jest.spyOn(Limits.prototype, 'of').mockImplementation((rule) => of.call(made, rule));
    app = await OrderServer.start({ TRUSTED_PROXIES: '127.0.0.1' });
    [ada, bea] = [await app.shopper(), await app.shopper()];
    newcomers = [await app.shopper(null), await app.shopper(null)];
    products = [await app.drop(), await app.drop()];
    orders = [(await app.order(products[0], ada)).orderId, (await app.order(products[1], ada)).orderId];
  });
  afterAll(async () => {
    await app?.stop();
    jest.restoreAllMocks();
  });

  const from = (address: string) => ({ 'x-forwarded-for': address });
  const post = (path: string, body: object, address: string, token: string | null = null) =>
    app.post(path, body, token, from(address));
  const login = (email: string, password: string, address: string) => post('/login', { email, password }, address);
  const genToken = async (number: string, address: string, who?: Shopper) => {
    const card = await app.encrypt('card', cardOf(number), who?.uuid);
    return post('/api/user/billing/genToken', { card }, address, who?.token);
  };
  const asGuest = async (productId: string, number: string, address: string) => {
    const acoDataPayload = await app.encrypt('aco', app.aco({ card: cardOf(number) }));
    const who = { email: `${productId}@example.org`, name: 'Bea Holt' };
    return post('/api/checkout/completeuser', { ...who, productId, stripeToken: 'tok_none', acoDataPayload }, address);
  };
  const give = (orderId: string) => post(`/api/user/orders/${orderId}/code`, { eCode: 'x' }, at('e1', 1), ada.token);
  const moveTo = (address: string, who: Shopper, email = 'stranger@example.org') =>
    post('/api/user/updateProfile', { updates: { email }, password: 'correct horse 7' }, address, who.token);

  const [MINUTE, TEN_MINUTES, HOUR] = [60, 600, 3_600];
  it.each<Row>([
    {
      rule: 'wrong-pair',
      max: 10,
      seconds: 900,
      attack: (n) => login(ada.email, WRONG, at('a1', 1, n)),
      neighbour: () => login(bea.email, WRONG, at('a1', 1)),
    },
    {
      rule: 'wrong-client',
      max: 50,
      seconds: TEN_MINUTES,
      attack: (n) => login(`nobody-${n}@example.org`, WRONG, at('a2', 1, n)),
      neighbour: () => login('nobody@example.org', WRONG, at('a2', 2)),
    },
    {
      rule: 'wrong-account',
      max: 100,
      seconds: HOUR,
      attack: (n) => login('somebody@example.org', WRONG, `203.0.113.${n}`),
      neighbour: () => login('another@example.org', WRONG, '203.0.113.1'),
    },
    {
      rule: 'logins',
      max: 2_000,
      seconds: TEN_MINUTES,
      attack: (n) => login(ada.email, RIGHT, at('a3', 1, n)),
      neighbour: () => login(ada.email, RIGHT, at('a3', 2)),
    },
    {
      rule: 'sign-ups',
      max: 2_000,
      seconds: TEN_MINUTES,
      attack: (n) => post(n % 2 ? '/register' : '/register/ad', {}, at('a4', 1, n)),
      neighbour: () => post('/register', {}, at('a4', 2)),
    },
    {
      rule: 'resets',
      max: 300,
      seconds: TEN_MINUTES,
      attack: (n) => post(n % 2 ? '/api/forgotpw' : '/api/resetpassword', {}, at('a5', 1, n)),
      neighbour: () => post('/api/forgotpw', {}, at('a5', 2)),
    },
    {
      rule: 'password-changes',
      max: 15,
      seconds: HOUR,
      attack: (n) => post('/api/user/password', {}, at('a6', 1, n), ada.token),
      neighbour: () => post('/api/user/password', {}, at('a6', 1), bea.token),
    },
    {
      rule: 'withdrawals',
      max: 10,
      seconds: HOUR,
      attack: (n) => post('/api/user/orders/none/withdraw', {}, at('a7', 1, n), ada.token),
      neighbour: () => post('/api/user/orders/none/withdraw', {}, at('a7', 1), bea.token),
    },
    {
      rule: 'waitlist',
      max: 30,
      seconds: TEN_MINUTES,
      attack: (n) => post('/api/user/products/none/waitlist', {}, at('b9', 1, n), ada.token),
      neighbour: () => post('/api/user/products/none/waitlist', {}, at('b9', 1), bea.token),
    },
    {
      rule: 'mails',
      max: 10,
      seconds: HOUR,
      attack: (n) => moveTo(at('a8', 1, n), ada),
      neighbour: () => moveTo(at('a8', 2), bea),
    },
    {
      rule: 'card-saves',
      max: 20,
      seconds: TEN_MINUTES,
      attack: (n) =>
        post('/api/user/billing/set', { ...BILLING, token: 'tok_none' }, at('b1', 1, n), newcomers[0].token),
      neighbour: () =>
        post('/api/user/billing/set', { ...BILLING, token: 'tok_none' }, at('b1', 1), newcomers[1].token),
    },
    {
      rule: 'cards-guests',
      max: 60,
      seconds: TEN_MINUTES,
      attack: (n) => genToken(VISA, at('b2', 1, n)),
      neighbour: () => genToken(VISA, at('b2', 2)),
    },
    {
      rule: 'cards-accounts',
      max: 3_000,
      seconds: TEN_MINUTES,
      attack: (n) => genToken(VISA, at('b3', 1, n), ada),
      neighbour: () => genToken(VISA, at('b3', 2), bea),
    },
    {
      rule: 'cards-one',
      max: 60,
      seconds: TEN_MINUTES,
      attack: (n) => genToken(TRIED, `203.0.114.${n}`),
      neighbour: () => genToken(BESIDE, '203.0.114.1'),
    },
    {
      rule: 'guests-address',
      max: 60,
      seconds: TEN_MINUTES,
      attack: (n) => asGuest('none', VISA, at('c1', 1, n)),
      neighbour: () => asGuest('none', VISA, at('c1', 2)),
    },
    {
      rule: 'guests-card',
      max: 60,
      seconds: TEN_MINUTES,
      attack: (n) => asGuest('none', ORDERED, `203.0.115.${n}`),
      neighbour: () => asGuest('none', ORDERED_BESIDE, '203.0.115.1'),
    },
    {
      rule: 'guests-product',
      max: 10_000,
      seconds: TEN_MINUTES,
      attack: (n) => asGuest(products[0], VISA, `203.0.116.${n}`),
      neighbour: () => asGuest(products[1], VISA, '203.0.116.1'),
    },
    { rule: 'code-tries', max: 10, seconds: HOUR, attack: () => give(orders[0]), neighbour: () => give(orders[1]) },
    {
      rule: 'seals',
      max: 120,
      seconds: MINUTE,
      attack: (n) => app.get('/.well-known/supreme-access/seals.json', null, from(at('e1', 1, n))),
      neighbour: () => app.get('/.well-known/supreme-access/seals.json', null, from(at('e1', 2))),
    },
    {
      rule: 'places',
      max: 600,
      seconds: MINUTE,
      attack: (n) => app.get('/api/places?q=larch', null, from(at('f1', 1, n))),
      neighbour: () => app.get('/api/places?q=larch', null, from(at('f1', 2))),
    },
    {
      rule: 'promo-lookups',
      max: 60,
      seconds: MINUTE,
      attack: (n) => app.get(`/api/promoLookup?promoCode=GUESS-${n}`, null, from(at('d1', 1, n))),
      neighbour: () => app.get('/api/promoLookup?promoCode=GUESS', null, from(at('d1', 2))),
    },
  ])('$rule, $max in $seconds s', async ({ rule: name, max, seconds, attack, neighbour }) => {
    const before = await attack(0);
    const limit = limits.get(name);
    if (!limit) throw new Error(`there is no limit ${name}`);
    expect(limit.rule).toEqual({ name, max, seconds });
    expect(before.status).not.toBe(429);
    limit.counts.points = TRIES;
    const answers: Answer[] = [];
    for (let n = 1; n <= TRIES; n += 1) answers.push(await attack(n));

    const refused = answers.at(-1);
    expect(answers.map(({ status }) => status === 429)).toEqual([false, false, true]);
    expect([refused?.code, refused?.body]).toEqual(['too-many', expect.objectContaining({ success: false })]);
    const after = Number(refused?.headers.get('retry-after'));
    expect([after >= 1, after <= seconds]).toEqual([true, true]);
    expect((await neighbour()).status).not.toBe(429);
    limit.counts.points = max;
    expect((await attack(TRIES + 1)).status).not.toBe(429);
    covered.add(name);
  });

  it('every limit has a row', () => {
    expect([...limits.keys()].sort()).toEqual([...covered, ...Object.keys(COUNTED)].sort());
  });
});
