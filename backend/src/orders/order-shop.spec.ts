import { checkoutReference } from '../retailers/retailer.js';
import { type Bought, NO_CHECKOUT, type OpenCheckout } from './checkout-facts.js';
import { evolveCheckout } from './order-checkout.js';
import {
  decideShop,
  evolveShop,
  isUnsettled,
  NOTHING_REPORTED,
  RecordShopOrder,
  SettlePurchase,
  type ShopEvent,
} from './order-shop.js';
import { sessionKey, shopSessionsProjection } from './shop-sessions.projection.js';

const reference = checkoutReference('order-1', 1);
const prepared = { session: 'chk_1', total: 18_000, currency: 'usd', seller: 'p', handler: 'h', tokenExpiresAt: 0 };
const checkout = { attempt: 1, reference, retailerId: 'shop-1', paying: { prepared } } as unknown as OpenCheckout;
const open = { ...NO_CHECKOUT, ...NOTHING_REPORTED, checkout };
const report = (change: object = {}) =>
  new RecordShopOrder('order-1', { retailerId: 'shop-1', session: 'chk_1', eventId: 'evt_1', ...change }, {} as never);
const WHOSE = { erased: false, subject: 'account-1' };
const decide = (command: RecordShopOrder, state: Parameters<typeof decideShop>[1], whose = WHOSE) =>
  decideShop(command, state, whose);
const event: ShopEvent = { type: 'ShopOrderReported', data: { reference, eventId: 'evt_1' } };

it('is recorded for the open session of that shop, once', () => {
  expect(decide(report(), open)).toEqual([event]);
  const after = evolveShop(open, event);
  expect(decide(report(), after)).toEqual([]);
  expect(decide(report({ eventId: 'evt_2' }), after)).toHaveLength(1);
});

it('is recorded for the session that was left to the person, too', () => {
  const paying = { escalated: { session: 'chk_2', linkRecord: 'r', until: 1 } };
  const left = { ...open, checkout: { ...checkout, paying } };
  expect(decide(report({ session: 'chk_2' }), left)).toHaveLength(1);
});

it('is recorded as late for a session that was given up, however much was told before', () => {
  const ended = { reference, session: 'chk_1', retailerId: 'shop-1' };
  const reported20 = Array.from({ length: 20 }, (_, n) => `e${n}`);
  const over = { ...open, checkout: null, givenUp: [ended], told: reported20 };
  const late: ShopEvent = { type: 'ShopOrderReported', data: { reference, eventId: 'evt_1', late: true } };
  expect(decide(report(), over)).toEqual([late]);
  const after = evolveShop(over, late);
  expect(after.reportedLate).toBe(true);
  expect(decide(report(), after)).toEqual([]);
  expect(decide(report({ eventId: 'evt_2' }), after)).toEqual([]);
  expect(decide(report({ retailerId: 'shop-2' }), over)).toEqual([]);
});

it.each([
  ['another session', report({ session: 'chk_9' }), open],
  ['another shop', report({ retailerId: 'shop-2' }), open],
  ['an order without an open checkout', report(), { ...open, checkout: null }],
  ['an order of which too much was told', report(), { ...open, told: Array.from({ length: 20 }, (_, n) => `e${n}`) }],
])('says nothing of %s', (_, command, state) => {
  expect(decide(command, state)).toEqual([]);
});

describe('a purchase that people settled', () => {
  const settle = new SettlePurchase('order-1', { reason: 'given back' }, {} as never);
  const settled: ShopEvent = { type: 'PurchaseSettled', data: { reason: 'given back' } };
  const over = { ...open, checkout: null, givenUp: [{ reference, session: 'chk_1', retailerId: 'shop-1' }] };
  const late = (eventId: string): ShopEvent => ({
    type: 'ShopOrderReported',
    data: { reference, eventId, late: true },
  });

  it.each([
    ['that the shop reported late', evolveShop(over, late('evt_1'))],
    ['that the shop was paid for and did not sell', { ...over, takenByShop: 16_800 }],
  ])('%s is settled once, and is to settle no more', (_, state) => {
    expect(isUnsettled(state)).toBe(true);
    expect(decideShop(settle, state, WHOSE)).toEqual([settled]);
    const after = evolveShop(state, settled);
    expect(isUnsettled(after)).toBe(false);
    expect(decideShop(settle, after, WHOSE)).toEqual([]);
  });

  it('is to settle again once the shop reports another order', () => {
    const after = [late('evt_1'), settled].reduce(evolveShop, over);
    expect(isUnsettled(evolveShop(after, late('evt_2')))).toBe(true);
  });

  it('is to settle again once the shop sells another late, however much was told before the settlement', () => {
    const reported20 = Array.from({ length: 20 }, (_, n) => `e${n}`);
    const after = [late('evt_1'), settled].reduce(evolveShop, { ...over, told: reported20 });
    expect(decide(report(), after)).toEqual([]);
    expect(decide(report({ eventId: 'evt_2' }), after)).toEqual([late('evt_2')]);
    expect(decide(report({ eventId: 'evt_3' }), evolveShop(after, late('evt_2')))).toEqual([]);
  });

  it.each([
    [16_800, true],
    [0, false],
  ])('of an earlier attempt, whose shop then took %i for nothing: to settle again is %s', (captured, isAgain) => {
    const after = { ...[late('evt_1'), settled].reduce(evolveShop, over), checkout };
    const unsold = { token: captured > 0 ? 'consumed' : 'revoked', captured, completes: 'in-doubt' } as const;
    const data = { attempt: 1, reference, reason: 'closed', retryAt: null, unsold };
    expect(isUnsettled(evolveCheckout(after, { type: 'CheckoutRefused', data }))).toBe(isAgain);
  });

  it('is refused where there is none, and while a checkout is open, whose shop may still take money', () => {
    expect(() => decideShop(settle, over, WHOSE)).toThrow('no purchase to settle');
    const state = { ...evolveShop(over, late('evt_1')), checkout };
    expect(() => decideShop(settle, state, WHOSE)).toThrow('still take a payment');
  });
});

describe('a parcel of what was bought', () => {
  const bought: Bought = {
    size: 'm',
    style: 'Ink',
    evidence: { kind: 'retailer', reference: 'N-17', sha256: 'a' },
    retail: { number: 'N-17' },
    at: { retailerId: 'shop-1', session: 'chk_1' },
  };
  const after = { ...open, checkout: null, bought };
  const shipped = { order: 'N-17', tracking: { number: '1Z-77' } };

  it('is recorded under the key of its buyer, once', () => {
    const [reported1] = decide(report({ shipped }), after);
    const personal = { tracking: shipped.tracking };
    expect(reported1).toEqual({ type: 'ShipmentReported', data: { eventId: 'evt_1', personal }, subject: 'account-1' });
    const since = evolveShop(after, reported1 as ShopEvent);
    expect(decide(report({ shipped, eventId: 'evt_2' }), since)).toEqual([]);
    expect(JSON.stringify(since)).not.toContain('1Z-77');
  });

  it.each([
    ['of another order of the shop', report({ shipped: { ...shipped, order: 'N-18' } }), WHOSE],
    ['of another session', report({ shipped, session: 'chk_9' }), WHOSE],
    ['told by another shop', report({ shipped, retailerId: 'shop-2' }), WHOSE],
    ['that nobody tracks', report(), WHOSE],
    ['of somebody who was erased', report({ shipped }), { ...WHOSE, erased: true }],
  ])('%s is left alone', (_, command, whose) => {
    expect(decide(command, after, whose)).toEqual([]);
  });
});

it('finds its orders by the session alone, each once', () => {
  const preparedBy = (id: string) =>
    ({ type: 'CheckoutPrepared', id, data: { attempt: 1, reference, ...prepared } }) as never;
  const key = sessionKey('chk_1');
  expect(shopSessionsProjection.idsOf(preparedBy('order-1'))).toEqual([key]);
  const first = shopSessionsProjection.evolve(null, preparedBy('order-1'), key);
  const second = shopSessionsProjection.evolve(first, preparedBy('order-2'), key);
  expect(shopSessionsProjection.evolve(second, preparedBy('order-1'), key)).toEqual({
    orderIds: ['order-1', 'order-2'],
  });
});
