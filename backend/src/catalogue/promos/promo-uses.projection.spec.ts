import { AT, DAY } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { folded, recorded } from '@supreme-access/test/fixtures/recorded.js';
import type { AnyRecorded } from '../../projections/recorded.js';
import type { PromoEvent } from './promo.js';
import { promoDaysProjection, promoUsesProjection } from './promo-uses.projection.js';

const redeemed = (n: number): PromoEvent => ({
  type: 'PromoRedeemed',
  data: { orderId: `order-${n}`, productId: 'box-hoodie', accountId: 'ada', person: `person-${n}`, percent: 25 },
});
const givenBack = (n: number): PromoEvent => ({ type: 'PromoRedemptionReleased', data: { orderId: `order-${n}` } });
const facts = { percent: 25, startsAt: null, endsAt: null, limit: 100, limitPerAccount: 1 };
const life: PromoEvent[] = [
  { type: 'PromoCreated', data: { promoCode: 'EARLY25', ...facts } },
  redeemed(1),
  redeemed(2),
  { type: 'PromoEdited', data: { changes: { limit: 50 } } },
  givenBack(1),
  redeemed(3),
  { type: 'PromoEnded', data: {} },
];

/** The last three happen a day later. */
const events: AnyRecorded[] = recorded('promo-EARLY25', life).map((event, at) =>
  at < 4 ? event : { ...event, at: event.at + DAY },
);
const oneByOne = events.map((event) => [event]);

const use = (n: number, redeemedAt: number, returnedAt: number | null) => ({
  promoCode: 'EARLY25',
  orderId: `order-${n}`,
  productId: 'box-hoodie',
  percent: 25,
  redeemedAt,
  returnedAt,
});

describe('the uses of a promo code', () => {
  it('are one row an order, of nobody by name, with when it was redeemed and given back', async () => {
    expect(await folded(promoUsesProjection, [events])).toEqual([
      use(1, AT + 1, AT + 4 + DAY),
      use(2, AT + 2, null),
      use(3, AT + 5 + DAY, null),
    ]);
  });

  it('hold again what is redeemed anew after it was given back', async () => {
    const again = recorded('promo-EARLY25', [redeemed(1), givenBack(1), redeemed(1)]);
    expect(await folded(promoUsesProjection, [again])).toEqual([use(1, AT + 2, null)]);
  });

  it('are the same when events come twice, and rebuilt as live', async () => {
    const once = await folded(promoUsesProjection, [events]);
    expect(await folded(promoUsesProjection, [events.slice(0, 3), events, events.slice(1)])).toEqual(once);
    expect(await folded(promoUsesProjection, oneByOne)).toEqual(once);
  });
});

describe("a promo code's days", () => {
  it('count what was redeemed and what was given back on each', async () => {
    expect(await folded(promoDaysProjection, [events])).toEqual([
      { promoCode: 'EARLY25', day: '2026-11-20', redeemed: 2, returned: 0 },
      { promoCode: 'EARLY25', day: '2026-11-21', redeemed: 1, returned: 1 },
    ]);
  });

  it('are the same when events come twice, and rebuilt as live', async () => {
    const once = await folded(promoDaysProjection, [events]);
    expect(await folded(promoDaysProjection, [events.slice(0, 3), events, events.slice(1)])).toEqual(once);
    expect(await folded(promoDaysProjection, oneByOne)).toEqual(once);
  });
});
