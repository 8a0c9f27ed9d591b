import { checkoutReference } from '../retailers/retailer.js';
import { NO_CHECKOUT, type OpenCheckout } from './checkout-facts.js';
import { decideShop, evolveShop, NOTHING_TOLD, RecordShopOrder, type ShopEvent } from './order-shop.js';
import { sessionKey, shopSessionsProjection } from './shop-sessions.projection.js';

const reference = checkoutReference('order-1', 1);
const prepared = { session: 'chk_1', total: 18_000, currency: 'usd', seller: 'p', handler: 'h', tokenExpiresAt: 0 };
const checkout = { attempt: 1, reference, retailerId: 'shop-1', paying: { prepared } } as unknown as OpenCheckout;
const open = { ...NO_CHECKOUT, ...NOTHING_TOLD, checkout };
const told = (change: object = {}) =>
  new RecordShopOrder('order-1', { retailerId: 'shop-1', session: 'chk_1', eventId: 'evt_1', ...change }, {} as never);
const event: ShopEvent = { type: 'ShopOrderTold', data: { reference, eventId: 'evt_1' } };

it('is recorded for the open session of that shop, once', () => {
  expect(decideShop(told(), open)).toEqual([event]);
  const after = evolveShop(open, event);
  expect(decideShop(told(), after)).toEqual([]);
  expect(decideShop(told({ eventId: 'evt_2' }), after)).toHaveLength(1);
});

it('is recorded for the session that was left to the person, too', () => {
  const paying = { escalated: { session: 'chk_2', linkRecord: 'r', until: 1 } };
  const left = { ...open, checkout: { ...checkout, paying } };
  expect(decideShop(told({ session: 'chk_2' }), left)).toHaveLength(1);
});

it.each([
  ['another session', told({ session: 'chk_9' }), open],
  ['another shop', told({ retailerId: 'shop-2' }), open],
  ['an order without an open checkout', told(), { ...open, checkout: null }],
  ['an order of which too much was told', told(), { ...open, told: Array.from({ length: 20 }, (_, n) => `e${n}`) }],
])('says nothing of %s', (_, command, state) => {
  expect(decideShop(command, state)).toEqual([]);
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
