/** @jest-environment node */
import { toPromoInput } from './promo.js';

describe('the request body of a promo code', () => {
  it('has no limits and no end unless they are given', () => {
    expect(toPromoInput({ promoCode: ' OPEN10 ', percent: 10, startsAt: '', endsAt: null })).toEqual({
      promoCode: 'OPEN10',
      percent: 10,
      startsAt: null,
      endsAt: null,
      limit: null,
      limitPerAccount: null,
    });
  });

  it('names the version that was opened', () => {
    expect(toPromoInput({ promoCode: 'A', percent: 5, version: 3 })).toMatchObject({ version: 3 });
  });

  it("accepts times in the viewer's zone and instants", () => {
    const local = '2026-11-20T11:00';
    const form = { promoCode: 'A', percent: 5, startsAt: local, endsAt: '2026-11-21T00:00:00.000Z' };
    expect(toPromoInput(form)).toMatchObject({
      startsAt: new Date(local).toISOString(),
      endsAt: '2026-11-21T00:00:00.000Z',
    });
  });
});
