import { AT, MINUTE } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { reserved } from '@supreme-access/test/fixtures/product.js';
import { folded, recorded } from '@supreme-access/test/fixtures/recorded.js';
import { jobsProjection } from '../../jobs/jobs.projection.js';
import type { AnyRecorded } from '../../projections/recorded.js';
import type { PromoEvent } from './promo.js';
import { promoDue, promosProjection, RETURN_REDEMPTION } from './promos.projection.js';

const redeemed = (n: number): PromoEvent => ({
  type: 'PromoRedeemed',
  data: { orderId: `order-${n}`, productId: 'box-hoodie', accountId: null, person: `person-${n}`, percent: 25 },
});
const givenBack = (n: number): PromoEvent => ({ type: 'PromoRedemptionReleased', data: { orderId: `order-${n}` } });
const life: PromoEvent[] = [
  {
    type: 'PromoCreated',
    data: { promoCode: 'EARLY25', percent: 25, startsAt: null, endsAt: null, limit: 100, limitPerAccount: 1 },
  },
  redeemed(1),
  redeemed(2),
  givenBack(1),
  { type: 'PromoEdited', data: { changes: { limit: 50 } } },
  { type: 'PromoEnded', data: {} },
];
const stream = 'promo-EARLY25';

describe('the promo codes read model', () => {
  it('shows a code as it is now, with the orders that hold it', async () => {
    const facts = { promoCode: 'EARLY25', percent: 25, startsAt: null, endsAt: null, limit: 50, limitPerAccount: 1 };
    expect(await folded(promosProjection, [recorded(stream, life)])).toEqual([
      { ...facts, redeemed: 1, ended: true, version: 2, createdAt: AT },
    ]);
  });

  it('is the same when events come twice', async () => {
    const events = recorded(stream, life);
    const once = await folded(promosProjection, [events]);
    expect(await folded(promosProjection, [events.slice(0, 3), events, events.slice(1)])).toEqual(once);
  });

  it('is the same rebuilt as live', async () => {
    const events = recorded(stream, life);
    const live = await folded(
      promosProjection,
      events.map((event) => [event]),
    );
    expect(await folded(promosProjection, [events])).toEqual(live);
  });
});

describe('what redemptions make due', () => {
  const due = jobsProjection([promoDue]);
  const row = {
    kind: RETURN_REDEMPTION,
    id: 'EARLY25:order-1',
    dueAt: AT + MINUTE,
    attempt: 0,
    cause: 'e-0',
    since: AT,
  };
  const slot = (n: number, code: string | null): AnyRecorded[] =>
    recorded('product-box-hoodie', [reserved(n, { promo: code === null ? null : { code, percent: 25 } })]).map(
      (event) => ({ ...event, position: 10 }),
    );

  it('is looking after them a minute later', async () => {
    expect(await folded(due, [recorded(stream, [redeemed(1)])])).toEqual([row]);
  });

  it('is nothing once the slot is there', async () => {
    expect(await folded(due, [recorded(stream, [redeemed(1)]), slot(1, 'EARLY25')])).toEqual([]);
  });

  it('is nothing once they were given back', async () => {
    expect(await folded(due, [recorded(stream, [redeemed(1), givenBack(1)])])).toEqual([]);
  });

  it.each([
    ['of another order', slot(2, 'EARLY25')],
    ['of the same order with another code', slot(1, 'FRIENDS10')],
    ['of the same order without a code', slot(1, null)],
  ])('is not ended by a slot %s', async (_, reservation) => {
    expect(await folded(due, [recorded(stream, [redeemed(1)]), reservation])).toEqual([row]);
  });

  it.each([
    ['with a code is looking after its redemption', { promoCode: 'EARLY25' }, [row]],
    ['without one is nothing', {}, []],
  ])('for a slot that was given back %s', async (_, redeemed, rows) => {
    const back = { type: 'SlotReleased' as const, data: { orderId: 'order-1', reason: 'withdrawn', ...redeemed } };
    expect(await folded(due, [recorded('product-box-hoodie', [back])])).toEqual(rows);
  });
});
