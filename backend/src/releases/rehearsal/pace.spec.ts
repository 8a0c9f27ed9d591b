import { ENOUGH, paceOfCheckouts, paceOfFees, type Timed } from './pace.js';

const AT = Date.UTC(2026, 10, 21, 12);

/** ms after the release */
function order(began: number, bought: number, paid?: number): Timed {
  return {
    stamped: { bought: AT + bought, ...(paid === undefined ? {} : { paid: AT + paid }) },
    times: { firstAt: AT + began, askedAt: null, answeredIn: bought - began },
    life: { charged: paid === undefined ? null : { amount: 2_500, chargeId: 'ch_1' } },
  };
}
const many = (count: number, each: (index: number) => Timed) => Array.from({ length: count }, (_, n) => each(n));

describe('the pace of a retailer', () => {
  it('is assumed where nothing was bought there', () => {
    const refused = { ...order(0, 1), stamped: {} };
    expect(paceOfCheckouts([refused])).toEqual({ took: [2_000], perSecond: null, measured: 0 });
  });

  it('is what each purchase took, and no more where all began together', () => {
    const pace = paceOfCheckouts(many(30, (n) => order(n, 500 + 2 * n)));
    expect(pace).toMatchObject({ perSecond: null, measured: 30 });
    expect([pace.took[0], pace.took.at(-1)]).toEqual([500, 529]);
  });

  it('is so many a second where they had to wait for one another', () => {
    expect(paceOfCheckouts(many(121, (n) => order(n * 250, n * 250 + 900))).perSecond).toBe(4);
    // Too few to know.
    expect(paceOfCheckouts(many(ENOUGH - 1, (n) => order(n * 250, n * 250 + 100))).perSecond).toBeNull();
  });

  it('leaves out what a mail proved', () => {
    const proved = { ...order(0, 1), times: { firstAt: AT, askedAt: null, answeredIn: null } };
    expect(paceOfCheckouts([proved, order(0, 70)])).toMatchObject({ took: [70], measured: 1 });
  });
});

describe('the pace of Stripe', () => {
  it('is assumed where nothing was charged', () => {
    expect(paceOfFees([order(0, 500)])).toEqual({ took: [1_500], perSecond: null, measured: 0 });
    const waived = { ...order(0, 500, 900), life: { charged: null } };
    expect(paceOfFees([waived]).measured).toBe(0);
  });

  it('is what each charge took, without those that waited for a shopper', () => {
    const fees = many(40, (n) => order(0, 10 * n, 10 * n + 300 + n));
    expect(paceOfFees([...fees, order(0, 1, 3_600_000)])).toMatchObject({ perSecond: null, measured: 40 });
  });

  it('is so many a second where charges waited, and their own time is that of the first', () => {
    const pace = paceOfFees(many(101, (n) => order(0, 500, 700 + n * 100)));
    expect(pace).toMatchObject({ perSecond: 10, measured: 101 });
    expect(Math.max(...pace.took)).toBeLessThan(3_000);
  });
});
