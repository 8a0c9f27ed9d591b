import { PROMISE_MS, SIZES } from '@supreme-access/contract/limits.js';
import { CheckoutBench } from '@supreme-access/test/fixtures/checkout-bench.js';
import { LIMIT } from '@supreme-access/test/fixtures/order-tokens.js';
import { type Call, type Fault, ScriptedShop } from '@supreme-access/test/fixtures/scripted-shop.js';
import { Holders } from '../event-sourcing/claims.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { order, PlaceOrder } from '../orders/order.js';
import { RecordCheckout } from '../orders/order-checkout.js';
import { statusOf } from '../orders/order-status.js';
import { ordersProjection } from '../orders/orders.projection.js';
import { LEASE } from './checkouts.js';

const HOUR = 3_600_000;
let bench: CheckoutBench;
let shop: ScriptedShop;
beforeEach(async () => {
  bench = await CheckoutBench.open();
  shop = new ScriptedShop(bench.clock);
  bench.sellsAt(shop, shop.stripe);
});
afterEach(async () => {
  await bench.close();
});

const due = (fallback = true) =>
  bench.dueOrder({ limit: LIMIT, fallback }, { retailerId: 'northwind', means: 'token', defaultLimit: LIMIT });
const alone = () => bench.process(true, new Holders(true));
const bought = async (orderId: string) => (await bench.state(orderId)).bought;
const captured = () => [...shop.tokens.values()].filter((token) => token.captured > 0);

/** Steps on, each time in a new process where the last one was killed, until it is settled or `rounds` are over. */
async function goOn(orderId: string, { rounds = 12, pause = LEASE } = {}): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const state = await bench.state(orderId);
    if (state.bought || state.closed) return;
    await alone()
      .step(orderId)
      .catch((error: Error) => expect(error.message).toMatch(/killed|the retailer does not say/));
    bench.now += pause;
  }
}

/** What no fault may ever lead to. */
async function isSafe(orderId: string): Promise<void> {
  const events = await bench.events(orderId);
  const of = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data as never);
  const named = (of('CheckoutPrepared') as { session: string; total: number }[]).map(({ session }) => session);
  expect(captured().length).toBeLessThanOrEqual(1);
  for (const { session } of shop.orders) expect(named).toContain(session);
  expect(new Set(shop.orders.map(({ session }) => session)).size).toBe(shop.orders.length);
  const open = [...shop.tokens.values()].filter(({ state }) => state === 'open');
  expect(open.length).toBeLessThanOrEqual(1);
  if ((await bench.state(orderId)).bought) expect(captured()).toHaveLength(1);
}

describe('a checkout at a shop that a token pays', () => {
  it('prepares, names the session, makes the token, names it, completes, and proves it twice', async () => {
    const orderId = await due();
    await bench.step(orderId);
    expect(shop.calls).toEqual(['prepare', 'issue', 'buy', 'read']);
    expect(await bench.types(orderId)).toEqual([
      ...['OrderPlaced', 'CheckoutStarted', 'CheckoutPrepared', 'PaymentTokenMade', 'CheckoutSucceeded'],
    ]);
    const [, started, prepared, , succeeded] = await bench.events(orderId);
    expect(started?.data).toMatchObject({ retailerId: 'northwind', means: 'token' });
    expect(prepared?.data).toMatchObject({ session: 'cs_1', total: 16_800, tokenExpiresAt: bench.now + HOUR });
    expect(succeeded?.data).toMatchObject({
      evidence: { kind: 'retailer', reference: 'NW-1' },
      payment: { kind: 'card-charge' },
      retail: { number: 'NW-1', total: 16_800, currency: 'gbp' },
    });
    const log = JSON.stringify(await bench.events(orderId));
    expect(log).not.toContain('spt_');
    await isSafe(orderId);
  });

  it('over the agreed limit buys nothing, and makes no token; the next item may follow', async () => {
    const orderId = await due();
    shop.total = LIMIT.amount + 1;
    await bench.step(orderId);
    expect(shop.calls).toEqual(['prepare', 'close']);
    expect((await bench.events(orderId)).at(-1)).toMatchObject({
      type: 'CheckoutRefused',
      data: { reason: 'over-limit', retryAt: bench.now },
    });
    shop.total = LIMIT.amount;
    await bench.work();
    expect(await bought(orderId)).toMatchObject({ size: 'l' });
    await isSafe(orderId);
  });

  it('over the limit ends an order that agreed to one item alone', async () => {
    const orderId = await due(false);
    shop.total = LIMIT.amount + 1;
    await bench.step(orderId);
    expect((await bench.state(orderId)).closed).toBe('over-limit');
    expect(shop.tokens.size).toBe(0);
  });

  it.each([
    ['the next item is sold out', true],
    ['nothing else is in stock', false],
  ])('over the limit ends an order over the limit, although %s', async (_, isListed) => {
    const orderId = await due();
    shop.total = LIMIT.amount + 1;
    await bench.step(orderId);
    shop.total = LIMIT.amount;
    const listed = { kind: 'listed', productId: 'p', title: 't', opensAt: null, stock: [] } as const;
    if (!isListed) Object.assign(shop, { listing: async () => listed });
    for (const size of ['xs', 's', 'm', 'l', 'xl']) shop.soldOut.add(size);
    bench.now += 60_000;
    await bench.work();
    expect((await bench.state(orderId)).closed).toBe('over-limit');
    expect((await bench.reads.get(ordersProjection, orderId))?.life.bought).toBeNull();
  });

  it('is followed by the next item at once where the shop has none, with the token revoked', async () => {
    const orderId = await due();
    shop.soldOut.add('m');
    await bench.work();
    expect(await bought(orderId)).toMatchObject({ size: 'l' });
    const given = ['prepare', 'issue', 'buy', 'revoke', 'close'];
    expect(shop.calls).toEqual([...given, 'prepare', 'issue', 'buy', 'read']);
    await isSafe(orderId);
  });

  it.each([
    ['after some attempts where the shop does not sell the piece', true, 'l'],
    ['never where nobody agreed to it', false, undefined],
  ])('is followed by the next item %s', async (_, fallback, size) => {
    const orderId = await due(fallback);
    shop.unavailable.add('m');
    await goOn(orderId, { pause: 60_000 });
    expect((await bought(orderId))?.size).toBe(size);
    expect(shop.calls.filter((call) => call === 'prepare')).toHaveLength(fallback ? 7 : 12);
    await isSafe(orderId);
  });

  it('comes back to the first item where the shop sells none yet', async () => {
    const orderId = await due();
    for (const size of SIZES) shop.unavailable.add(size);
    await goOn(orderId, { rounds: 15, pause: 60_000 });
    expect((await bench.state(orderId)).closed).toBeNull();
    shop.unavailable.delete('m');
    await goOn(orderId, { pause: 60_000 });
    expect(await bought(orderId)).toMatchObject({ size: 'm' });
  });

  it('of a test order goes to no shop', async () => {
    const orderId = await due();
    const { guest: _, ...slot } = await bench.slotOf(orderId);
    const placed = { ...slot, livemode: false, subject: `account-${slot.accountId}` };
    await bench.process().commands.execute(order, new PlaceOrder(orderId, placed, workerMetadata('spec')));
    await bench.step(orderId);
    expect((await bench.events(orderId)).slice(-2)).toMatchObject([
      { type: 'CheckoutRefused', data: { reason: 'no-sandbox' } },
      { type: 'OrderClosed' },
    ]);
    expect(shop.calls).toEqual([]);
  });
});

const CALLS: Call[] = ['prepare', 'issue', 'buy', 'read'];
const FAULTS: Fault[] = ['before', 'after', 'unheard', 'lost'];

describe.each(CALLS)('at %s', (call) => {
  it.each(FAULTS)('a fault (%s) is overcome: bought once, paid once, by the same token', async (fault) => {
    const orderId = await due();
    shop.faults.push({ call, fault });
    await goOn(orderId);
    await isSafe(orderId);
    expect(await bought(orderId)).toMatchObject({ size: 'm' });
    expect([shop.orders.length, shop.tokens.size]).toEqual([1, 1]);
  });

  it.each(FAULTS)('a fault (%s) and a shop without the piece end in another item, or in doubt', async (fault) => {
    const orderId = await due();
    shop.soldOut.add('m');
    shop.faults.push({ call: call === 'read' ? 'revoke' : call, fault });
    await goOn(orderId);
    await isSafe(orderId);
    const { checkout } = await bench.state(orderId);
    // A request that nobody knows the answer of leaves a doubt that only the end of the promise ends.
    const isKilled = fault === 'before' || fault === 'after';
    const isInDoubt = call === 'buy' || (call === 'read' && isKilled);
    expect([checkout?.paying?.inDoubt, (await bought(orderId))?.size]).toEqual(
      isInDoubt ? [true, undefined] : [undefined, 'l'],
    );
    if (!isInDoubt) return;
    bench.now += PROMISE_MS;
    await bench.work();
    expect((await bench.state(orderId)).closed).toBe('no-evidence');
    expect([...shop.tokens.values()].map(({ state, captured: money }) => [state === 'consumed', money])).toEqual([
      [false, 0],
    ]);
  });
});

it('a refusal stands while Stripe cannot be asked to end the token, through a restart, and nothing is bought twice', async () => {
  const orderId = await due();
  shop.soldOut.add('m');
  for (let time = 0; time < 4; time += 1) shop.faults.push({ call: 'revoke', fault: 'unheard' });
  await goOn(orderId);
  expect(await bought(orderId)).toMatchObject({ size: 'l' });
  expect(shop.calls.filter((call) => call === 'buy')).toHaveLength(2);
  const unknown = (await bench.events(orderId)).filter(({ type }) => type === 'CheckoutOutcomeUnknown');
  expect(unknown).toMatchObject([{ data: { reason: 'token-unread', answered: { refusal: { reason: 'sold-out' } } } }]);
  await isSafe(orderId);
});

it('a refusal whose token the shop took after all is looked up, and its order is a success at once', async () => {
  const orderId = await due();
  shop.soldOut.add('m');
  shop.faults.push({ call: 'revoke', fault: 'unheard' });
  await bench.step(orderId);
  expect((await bench.state(orderId)).checkout?.paying?.answered?.refusal?.reason).toBe('sold-out');
  shop.capture(`spt_${orderId}:1`);
  shop.place('cs_1');
  await bench.step(orderId);
  expect(await bought(orderId)).toMatchObject({ size: 'm', evidence: { reference: 'NW-1' } });
  await isSafe(orderId);
});

describe('a worker that was taken over', () => {
  it.each([
    ['issue', 1],
    ['buy', 2],
  ] as const)('while it was at %s makes nothing twice', async (call, sent) => {
    const orderId = await due();
    let letGo = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const target = call === 'issue' ? shop.stripe : shop;
    const real = (target as unknown as Record<string, (...sent: unknown[]) => Promise<unknown>>)[call]?.bind(target);
    let isFirst = true;
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const held = async (...sent: unknown[]) => {
      if (!isFirst) return real?.(...sent);
      isFirst = false;
      arrive();
      await gate;
      return real?.(...sent);
    };
    Object.assign(target, { [call]: held });
    bench.sellsAt(shop, call === 'issue' ? (target as typeof shop.stripe) : shop.stripe);
    const sleeper = bench.process().step(orderId);
    await arrived;
    bench.now += LEASE;
    await bench.process().step(orderId);
    letGo();
    await sleeper;
    await isSafe(orderId);
    expect(shop.orders).toHaveLength(1);
    expect(shop.calls.filter((one) => one === 'buy')).toHaveLength(sent);
    expect((await bench.types(orderId)).filter((type) => type === 'PaymentTokenMade')).toHaveLength(1);
    expect(await bought(orderId)).not.toBeNull();
  });
});

describe('the cancel race', () => {
  it('of the end of the promise with a request under way: `canceled` proves nothing, the token does', async () => {
    const orderId = await due();
    shop.faults.push({ call: 'buy', fault: 'unheard' });
    await bench.step(orderId);
    bench.now += PROMISE_MS;
    // The shop takes the order after all, once it has said that it was cancelled.
    await bench.work();
    expect((await bench.state(orderId)).closed).toBe('no-evidence');
    shop.place('cs_1');
    await isSafe(orderId);
    expect(captured()).toEqual([]);
    expect(shop.calls).toContain('close');
  });

  it('is won by a capture that came before the revocation', async () => {
    const orderId = await due();
    shop.faults.push({ call: 'buy', fault: 'lost' }, { call: 'lookUp', fault: 'unheard' });
    await bench.step(orderId);
    bench.now += PROMISE_MS;
    await bench.work();
    expect((await bench.events(orderId)).map(({ type }) => type)).toContain('CheckoutSucceeded');
    await isSafe(orderId);
  });

  it('waits for the word of a shop that has the money', async () => {
    const orderId = await due();
    shop.faults.push({ call: 'buy', fault: 'lost' }, { call: 'close', fault: 'unheard' });
    await bench.step(orderId);
    bench.now += PROMISE_MS;
    await expect(bench.work()).rejects.toThrow('the retailer has not said yet');
    expect((await bench.state(orderId)).closed).toBeNull();
    bench.now += 60_000;
    await bench.work();
    expect(await bought(orderId)).not.toBeNull();
  });
});

describe('a shop that has the money and names no order', () => {
  const answers = (cause: 'no-order' | 'malformed' | 'rejected' | 'in-progress' | 'server-error') => {
    const mute = async () => ({ kind: 'unknown', cause }) as const;
    Object.assign(shop, { lookUp: mute, close: mute });
  };
  const byCapture = { evidence: { kind: 'card-charge' }, retail: { total: 16_800, currency: 'gbp' } };

  it('and says that it is completed is proven by the capture once the hour of the token is over', async () => {
    const orderId = await due();
    shop.faults.push({ call: 'buy', fault: 'lost' });
    await bench.step(orderId);
    answers('no-order');
    expect(await bench.step(orderId)).toEqual({ rescheduleAt: bench.now + 30_000 });
    expect(await bought(orderId)).toBeNull();
    bench.now += HOUR;
    await bench.step(orderId);
    expect(await bought(orderId)).toMatchObject({ size: 'm', style: 'Ink', retail: byCapture.retail });
    expect(await bought(orderId)).toMatchObject({ evidence: { kind: 'card-charge', reference: `spt:${orderId}:1` } });
    await isSafe(orderId);
  });

  it('and says that it is completed waits where nothing was captured', async () => {
    const orderId = await due();
    shop.takesNoMoney = true;
    shop.faults.push({ call: 'buy', fault: 'lost' });
    await bench.step(orderId);
    answers('no-order');
    bench.now += 2 * HOUR;
    expect(await bench.step(orderId)).toMatchObject({ rescheduleAt: expect.any(Number) });
    bench.now += PROMISE_MS;
    await bench.work();
    expect((await bench.state(orderId)).closed).toBe('no-evidence');
  });

  it('is proven by the capture once the promise ends', async () => {
    const orderId = await due();
    shop.faults.push({ call: 'buy', fault: 'lost' });
    answers('malformed');
    await bench.step(orderId);
    bench.now += PROMISE_MS;
    await bench.work();
    expect(await bought(orderId)).toMatchObject(byCapture);
    await isSafe(orderId);
  });

  it.each(['rejected', 'in-progress', 'ended'] as const)(
    'and says %s at the end of the promise is to be settled',
    async (word) => {
      const orderId = await due();
      shop.faults.push({ call: 'buy', fault: 'lost' });
      await bench.step(orderId);
      if (word === 'ended') Object.assign(shop, { close: async () => ({ kind: 'ended' }) });
      else answers(word);
      bench.now += PROMISE_MS;
      await bench.work();
      expect(await bench.state(orderId)).toMatchObject({ closed: 'no-evidence', takenByShop: 16_800 });
      expect(await bench.reads.get(ordersProjection, orderId)).toMatchObject({ unsettled: true });
      await isSafe(orderId);
    },
  );
});

it('a shop that asks for the person again and again mails them seldom', async () => {
  const orderId = await due();
  for (let hour = 0; hour < 48; hour += 1) {
    shop.escalates = { kind: 'escalated', url: 'https://shop.example/c/1', expiresAt: bench.now - 1 };
    await bench.work();
    bench.now += HOUR;
  }
  const escalations = (await bench.types(orderId)).filter((type) => type === 'CheckoutEscalated');
  expect(escalations.length).toBeLessThan(14);
  await isSafe(orderId);
});

it('a retailer that cannot be called any more keeps no order open, unless it has the money', async () => {
  const close = async (fault: Fault) => {
    const orderId = await due();
    shop.faults.push({ call: 'buy', fault });
    bench.sellsAt(shop, shop.stripe);
    await bench.step(orderId);
    bench.now += PROMISE_MS;
    const away = bench.process();
    away.attempt.retailer = async () => Promise.reject(new Error('no sandbox runs here'));
    await bench.settled();
    return away.checkouts.settle(orderId);
  };
  expect(await close('unheard')).toBeNull();
  expect(await close('lost')).toEqual(expect.any(Number));
});

describe('a token that nobody can read any more', () => {
  const unread = async () => {
    const orderId = await due();
    shop.faults.push({ call: 'buy', fault: 'unheard' });
    await bench.step(orderId);
    return orderId;
  };
  const recordOf = async (orderId: string) => (await bench.state(orderId)).checkout?.paying?.token?.tokenRecord ?? '';

  it('because Stripe does not know it ends with the promise', async () => {
    const orderId = await unread();
    shop.tokens.clear();
    bench.now += PROMISE_MS;
    await bench.work();
    expect((await bench.events(orderId)).slice(-2)).toMatchObject([
      { data: { reason: 'closed', unsold: { token: 'gone', captured: 0, completes: 'in-doubt' } } },
      { data: { reason: 'no-evidence' } },
    ]);
    expect(shop.calls).toContain('close');
  });

  it('because its record was erased ends with the promise, and pays nothing', async () => {
    const orderId = await unread();
    await bench.vault.erase('payment-token', await recordOf(orderId));
    bench.now += PROMISE_MS;
    await bench.work();
    expect((await bench.state(orderId)).closed).toBe('no-evidence');
    await isSafe(orderId);
    expect(captured()).toEqual([]);
  });

  it('is told by its key within a day, so that a sale is not lost with its record', async () => {
    const orderId = await due();
    shop.faults.push({ call: 'buy', fault: 'lost' }, { call: 'lookUp', fault: 'unheard' });
    await bench.step(orderId);
    await bench.vault.erase('payment-token', await recordOf(orderId));
    bench.now += PROMISE_MS;
    await bench.work();
    expect(await bought(orderId)).toMatchObject({ evidence: { reference: 'NW-1' } });
  });
});

describe('news of an attempt that was given up', () => {
  const late = async (orderId: string) => {
    const evidence = { kind: 'retailer', reference: 'NW-1', sha256: 'ab' } as const;
    const data = { reference: `${orderId}:1`, outcome: { kind: 'succeeded', evidence } } as const;
    await bench.process().commands.execute(order, new RecordCheckout(orderId, data, workerMetadata('spec')));
    return data;
  };

  it('is to be settled after the end, once, and charges nothing', async () => {
    const orderId = await due();
    shop.faults.push({ call: 'buy', fault: 'unheard' });
    await bench.step(orderId);
    bench.now += PROMISE_MS;
    await bench.work();
    await late(orderId);
    const reported = { type: 'ShopOrderReported', data: { reference: `${orderId}:1`, eventId: 'NW-1', late: true } };
    expect((await bench.events(orderId)).at(-1)).toEqual(reported);
    const { length } = await bench.types(orderId);
    await late(orderId);
    expect(await bench.types(orderId)).toHaveLength(length);
    expect((await bench.allDue()).map(({ kind }) => kind)).not.toEqual(expect.arrayContaining(['charge', 'checkout']));
    expect(await bench.reads.get(ordersProjection, orderId)).toMatchObject({ status: 'fail', unsettled: true });
  });

  it('is to be settled although another item was bought', async () => {
    const orderId = await due();
    shop.soldOut.add('m');
    await bench.work();
    const before = await bought(orderId);
    await late(orderId);
    expect(await bought(orderId)).toEqual(before);
    await bench.settled();
    expect(await bench.reads.get(ordersProjection, orderId)).toMatchObject({ unsettled: true });
  });
});

describe('a shop that sold without the money', () => {
  it('is recorded once as bought and unpaid, earns no fee, and ends without evidence', async () => {
    const orderId = await due();
    shop.takesNoMoney = true;
    await bench.step(orderId);
    await goOn(orderId, { rounds: 3 });
    const events = await bench.events(orderId);
    expect(events.filter(({ type }) => type === 'CheckoutOutcomeUnknown')).toMatchObject([
      { data: { reason: 'bought-unpaid', sold: { evidence: { reference: 'NW-1' } } } },
    ]);
    expect((await bench.allDue()).map(({ kind }) => kind)).not.toContain('charge');
    bench.now += PROMISE_MS;
    await bench.work();
    expect((await bench.state(orderId)).closed).toBe('no-evidence');
    await isSafe(orderId);
  });

  it('and is found at the end of the promise alone is recorded before it', async () => {
    const orderId = await due();
    shop.takesNoMoney = true;
    shop.faults.push({ call: 'buy', fault: 'lost' });
    await bench.step(orderId);
    bench.now += PROMISE_MS;
    await bench.work();
    expect((await bench.events(orderId)).slice(-3)).toMatchObject([
      { data: { reason: 'bought-unpaid', sold: { evidence: { reference: 'NW-1' } } } },
      { data: { reason: 'closed', unsold: { captured: 0 } } },
      { data: { reason: 'no-evidence' } },
    ]);
  });

  it('and takes it later makes a success of it, with the page and the parcel that it tells by then', async () => {
    const orderId = await due();
    shop.takesNoMoney = true;
    await bench.step(orderId);
    shop.capture(`spt_${orderId}:1`);
    shop.shown = { url: 'https://shop.example/orders/1', tracking: { number: '1Z-77' } };
    bench.now += 60_000;
    await bench.step(orderId);
    expect(await bought(orderId)).toMatchObject({ evidence: { reference: 'NW-1' } });
    expect((await bench.types(orderId)).slice(-2)).toEqual(['CheckoutSucceeded', 'ShipmentReported']);
    expect(JSON.stringify(await bench.events(orderId))).not.toMatch(/1Z-77|shop\.example/);
    await bench.settled();
    expect((await bench.reads.get(ordersProjection, orderId))?.atShop).toEqual(shop.shown);
    await isSafe(orderId);
  });

  it('and names another order by then shows neither its page nor its parcel', async () => {
    const orderId = await due();
    shop.takesNoMoney = true;
    await bench.step(orderId);
    shop.capture(`spt_${orderId}:1`);
    shop.shown = { url: 'https://shop.example/orders/2', tracking: { number: '1Z-78' } };
    Object.assign(shop.sessions.get('cs_1') ?? {}, { order: 'NW-2' });
    bench.now += 60_000;
    await bench.step(orderId);
    const succeeded = (await bench.events(orderId)).at(-1);
    expect(succeeded).toMatchObject({ type: 'CheckoutSucceeded', data: { evidence: { reference: 'NW-1' } } });
    expect(succeeded?.data).not.toHaveProperty('personal');
  });
});

describe('a shop that wants the person', () => {
  const escalates = () => {
    shop.escalates = { kind: 'escalated', url: 'https://shop.example/c/1', expiresAt: bench.now + 6 * HOUR };
  };

  it('is given no more time than the promise has, whatever it says', async () => {
    const orderId = await due();
    shop.escalates = { kind: 'escalated', url: 'https://shop.example/c/1', expiresAt: bench.now + 9_999 * HOUR };
    await bench.step(orderId);
    expect((await bench.events(orderId)).at(-1)).toMatchObject({ data: { until: bench.now + 72 * HOUR } });
  });

  it('gets the person after the token was revoked; nothing else is tried until its session has expired', async () => {
    const orderId = await due();
    escalates();
    await bench.step(orderId);
    expect(shop.calls).toEqual(['prepare', 'issue', 'buy', 'revoke']);
    expect(statusOf(await bench.state(orderId))).toBe('action_required');
    expect((await bench.events(orderId)).at(-1)).toMatchObject({
      type: 'CheckoutEscalated',
      data: { session: 'cs_1', until: bench.now + 6 * HOUR },
    });
    expect(JSON.stringify(await bench.events(orderId))).not.toContain('shop.example');
    bench.now += 6 * HOUR - 1;
    expect(await bench.step(orderId)).toEqual({ rescheduleAt: bench.now + 1 });
    bench.now += 1;
    shop.escalates = null;
    await bench.work();
    expect((await bench.events(orderId)).at(-1)).toMatchObject({
      data: { reason: 'not-finished', retryAt: bench.now + HOUR / 4 },
    });
    bench.now += HOUR / 4;
    await bench.work();
    expect(await bought(orderId)).not.toBeNull();
    await isSafe(orderId);
  });

  it('after a request whose answer was lost is followed by no other reference', async () => {
    const orderId = await due();
    escalates();
    shop.faults.push({ call: 'buy', fault: 'after' });
    await goOn(orderId, { rounds: 3 });
    expect((await bench.events(orderId)).at(-1)).toMatchObject({ type: 'CheckoutEscalated', data: { inDoubt: true } });
    bench.now += 7 * HOUR;
    await bench.work();
    expect((await bench.state(orderId)).attempts).toBe(1);
    // The shop takes the order of that request after all, without the money.
    shop.place('cs_1');
    await isSafe(orderId);
  });

  it('gets it without a doubt although the token could not be ended at first', async () => {
    const orderId = await due();
    escalates();
    shop.faults.push({ call: 'revoke', fault: 'unheard' });
    await goOn(orderId, { rounds: 2 });
    const [escalation] = (await bench.events(orderId)).filter(({ type }) => type === 'CheckoutEscalated');
    expect(escalation?.data).toEqual(expect.not.objectContaining({ inDoubt: true }));
  });

  it('and is paid by the person is bought, and not paid by us', async () => {
    const orderId = await due();
    escalates();
    await bench.step(orderId);
    shop.place('cs_1');
    bench.now += 60_000;
    await bench.step(orderId);
    expect((await bench.events(orderId)).at(-1)).toMatchObject({ data: { reason: 'bought-unpaid' } });
    expect(await bought(orderId)).toBeNull();
    bench.now += PROMISE_MS;
    await bench.work();
    expect(await bench.state(orderId)).toMatchObject({ closed: 'no-evidence', finishedByShopper: true });
  });
});

it('a token that expired before anything was sent proves the reference unsold, and a new one follows', async () => {
  const orderId = await due();
  const issue = shop.stripe.issue;
  let isFirst = true;
  const slow = async (request: Parameters<typeof issue>[0]) => {
    const answer = await issue(request);
    if (isFirst) bench.now += HOUR;
    isFirst = false;
    return answer;
  };
  bench.sellsAt(shop, Object.assign(shop.stripe, { issue: slow }));
  await bench.process().step(orderId);
  expect((await bench.events(orderId)).at(-1)).toMatchObject({
    type: 'CheckoutRefused',
    data: { reason: 'token-expired', unsold: { token: 'expired', captured: 0, completes: 'none' } },
  });
  bench.now += 2_000;
  await bench.process().step(orderId);
  expect(await bought(orderId)).not.toBeNull();
  expect(shop.calls.filter((call) => call === 'buy')).toHaveLength(1);
  await isSafe(orderId);
});

describe('an attempt whose time is over before its request to complete', () => {
  /** The shop as it is called over HTTP: a call that is aborted already is never sent. */
  const cutDuring = (call: 'prepare' | 'issue', reason = new DOMException('no answer in time', 'TimeoutError')) => {
    const cut = new AbortController();
    const { buy, prepare } = shop;
    const { issue } = shop.stripe;
    const cutAfter = <T>(answer: T): T => {
      cut.abort(reason);
      return answer;
    };
    const sent: typeof buy = async (purchase, ...signals: unknown[]) =>
      (signals[0] as AbortSignal).aborted ? { kind: 'unknown', cause: 'aborted' } : buy.call(shop, purchase);
    Object.assign(shop, { buy: sent });
    const stripe = shop.stripe;
    if (call === 'prepare')
      Object.assign(shop, { prepare: async (one: never) => cutAfter(await prepare.call(shop, one)) });
    else Object.assign(stripe, { issue: async (request: never) => cutAfter(await issue(request)) });
    bench.sellsAt(shop, stripe);
    return cut;
  };

  it('has sent none, so that a shop without the piece is followed by the next item', async () => {
    const orderId = await due();
    const cut = cutDuring('issue');
    shop.soldOut.add('m');
    await bench.process().checkouts.step(orderId, cut.signal);
    expect(shop.calls).not.toContain('buy');
    expect((await bench.events(orderId)).at(-1)).toMatchObject({
      type: 'CheckoutRefused',
      data: { reason: 'not-sent', unsold: { token: 'revoked', captured: 0, completes: 'none' } },
    });
    bench.now += 2_000;
    await bench.work();
    expect(await bought(orderId)).toMatchObject({ size: 'l' });
    await isSafe(orderId);
  });

  it('has sent none where the shop cannot be reached, so that the next item may follow', async () => {
    const orderId = await due();
    const { buy } = shop;
    Object.assign(shop, { buy: async () => ({ kind: 'unknown', cause: 'connection', isUnsent: true }) });
    await bench.step(orderId);
    const data = { reason: 'not-sent', unsold: { token: 'revoked', captured: 0, completes: 'none' } };
    expect((await bench.events(orderId)).at(-1)).toMatchObject({ type: 'CheckoutRefused', data });
    Object.assign(shop, { buy });
    shop.soldOut.add('m');
    bench.now += 2_000;
    await bench.work();
    expect(await bought(orderId)).toMatchObject({ size: 'l' });
    await isSafe(orderId);
  });

  it('keeps its token where the process stops, and whoever follows completes with it', async () => {
    const orderId = await due();
    const cut = cutDuring('issue', new DOMException('the process stops', 'AbortError'));
    await bench.process().checkouts.step(orderId, cut.signal);
    expect([...shop.tokens.values()].map(({ state }) => state)).toEqual(['open']);
    bench.now += LEASE;
    await alone().step(orderId);
    expect(await bought(orderId)).toMatchObject({ size: 'm' });
    expect(shop.tokens.size).toBe(1);
    await isSafe(orderId);
  });

  it('makes no token either, and goes on with the session that stands in the log', async () => {
    const orderId = await due();
    const cut = cutDuring('prepare');
    await bench
      .process()
      .checkouts.step(orderId, cut.signal)
      .catch(() => undefined);
    expect(shop.tokens.size).toBe(0);
    expect((await bench.types(orderId)).at(-2)).toBe('CheckoutPrepared');
    bench.now += LEASE;
    await bench.step(orderId);
    expect(await bought(orderId)).toMatchObject({ size: 'm' });
    expect(shop.sessions.size).toBe(1);
    await isSafe(orderId);
  });
});

describe('a token that Stripe refuses', () => {
  const refusing = (refusal: { reason: string; retryable: boolean }) => {
    const { stripe } = shop;
    const { issue } = stripe;
    const requests: { seller: string }[] = [];
    let isRefused = true;
    const answer = async (wanted: Parameters<typeof issue>[0]) => {
      requests.push(wanted);
      return isRefused ? ({ kind: 'refused', ...refusal } as const) : issue(wanted);
    };
    bench.sellsAt(shop, Object.assign(stripe, { issue: answer }));
    const accept = () => {
      isRefused = false;
    };
    return { requests, accept };
  };

  it('for the card ends the order', async () => {
    const orderId = await due();
    refusing({ reason: 'card_declined', retryable: false });
    await bench.process().step(orderId);
    expect((await bench.events(orderId)).slice(-2)).toMatchObject([
      { type: 'CheckoutRefused', data: { reason: 'token-refused' } },
      { type: 'OrderClosed', data: { reason: 'retailer-refused' } },
    ]);
  });

  it('for the seller that an operator entered keeps the slot, which is bought once that is put right', async () => {
    const orderId = await due();
    const { requests, accept } = refusing({ reason: 'resource_missing', retryable: true });
    await goOn(orderId, { rounds: 3 });
    expect((await bench.state(orderId)).closed).toBeNull();
    const unknowns = (await bench.events(orderId)).filter(({ type }) => type === 'CheckoutOutcomeUnknown');
    expect(unknowns[0]).toMatchObject({ data: { reason: 'token-refused' } });
    const { prepare } = shop;
    const corrected = async (wanted: never) => ({ ...(await prepare.call(shop, wanted)), seller: 'profile_right' });
    Object.assign(shop, { prepare: corrected });
    bench.now += HOUR;
    await goOn(orderId, { rounds: 1 });
    accept();
    await goOn(orderId);
    expect(await bought(orderId)).toMatchObject({ size: 'm' });
    expect(requests.at(-1)).toMatchObject({ seller: 'profile_right' });
    await isSafe(orderId);
  });

  it('for the seller to the end closes the order without a charge', async () => {
    const orderId = await due();
    refusing({ reason: 'resource_missing', retryable: true });
    await bench.process().step(orderId);
    bench.now += PROMISE_MS;
    await bench.work();
    expect((await bench.state(orderId)).closed).toBe('no-evidence');
  });
});
