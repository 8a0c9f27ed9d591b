import { type Drop, type Pace, play, serve } from './play.js';

const pace = (changes: Partial<Pace> = {}): Pace => ({ took: [500], perSecond: null, places: [10, 10], ...changes });
const QUICK = pace({ took: [1], places: [64, 256] });
const drop = (changes: Partial<Drop> = {}): Drop => ({
  slots: 100,
  charged: 100,
  beside: { slots: 0, drops: 0 },
  beginsAfter: 300,
  claims: Number.POSITIVE_INFINITY,
  retailer: pace(),
  stripe: QUICK,
  seed: 0.5,
  ...changes,
});
const VARIED = [40, 60, 90, 150, 400, 2_000];

describe('a drop that is played', () => {
  it.each([
    [1, 1],
    [10, 10],
    [11, 10],
    [100, 10],
    [101, 7],
  ])('of %i orders takes as many rounds as %i places need', (slots, places) => {
    const { firstAfter, lastAfter } = play(drop({ slots, charged: 0, retailer: pace({ places: [places, places] }) }));
    expect([firstAfter, lastAfter]).toEqual([300, 300 + 500 * (Math.ceil(slots / places) - 1)]);
  });

  it('is bound by the retailer where orders wait for it, and by the server where they do not', () => {
    expect(play(drop())).toMatchObject({ bound: 'retailer', perSecond: 22 });
    const own = play(drop({ claims: 20, retailer: QUICK }));
    expect(own).toMatchObject({ bound: 'server', perSecond: 20, lastAfter: 300 + 99 * 50 });
    expect(play(drop({ slots: 1, charged: 1 }))).toMatchObject({ perSecond: null, lastAfter: 300 });
  });

  it('goes at the pace that was measured, whatever the places', () => {
    const { perSecond, lastAfter } = play(drop({ retailer: pace({ perSecond: 12, places: [256, 256] }) }));
    expect(perSecond).toBeCloseTo(12, 9);
    expect(lastAfter).toBeCloseTo(300 + (99 * 1_000) / 12, 6);
  });

  it('charges what was bought: with the last purchase, or when Stripe comes to it', () => {
    const { lastAfter, chargedAfter, feesBound } = play(drop());
    expect([chargedAfter - lastAfter, feesBound]).toEqual([501, 'checkouts']);
    const slow = play(drop({ stripe: pace({ took: [1_500], places: [1, 1] }) }));
    expect(slow).toMatchObject({ feesBound: 'stripe', chargedAfter: 300 + 500 + 100 * 1_500, lastAfter });
    const half = play(drop({ charged: 50, stripe: pace({ took: [1_500], places: [1, 1] }) }));
    expect(half.chargedAfter).toBeLessThan(slow.chargedAfter);
    expect(play(drop({ charged: 0 })).chargedAfter).toBe(lastAfter + 500);
  });

  it('shares the places with drops beside it, in turn', () => {
    const last = (slots: number, drops: number) => play(drop({ beside: { slots, drops } })).lastAfter;
    expect(last(0, 0)).toBe(4_800);
    expect(last(100, 1)).toBe(300 + 19 * 500);
    // What is left of a longer one comes after ours.
    expect(last(1_000, 1)).toBe(300 + 19 * 500);
    expect(last(1_000, 2)).toBe(300 + 29 * 500);
  });

  it('never ends sooner with more slots, a slower partner, fewer places or drops beside it', () => {
    const harder: ((step: number) => Partial<Drop>)[] = [
      (step) => ({ slots: 50 + 37 * step, charged: 50 + 37 * step }),
      (step) => ({ retailer: pace({ took: VARIED.map((ms) => ms * (1 + step / 3)), places: [4, 16] }) }),
      (step) => ({ stripe: pace({ took: VARIED.map((ms) => ms * (1 + step / 3)), places: [2, 8] }) }),
      (step) => ({ retailer: pace({ took: VARIED, places: [12 - step, 20] }) }),
      (step) => ({ retailer: pace({ took: VARIED, perSecond: 100 / (1 + step) }) }),
      (step) => ({ beside: { slots: 40 * step, drops: step } }),
      (step) => ({ beginsAfter: 300 + 100 * step }),
    ];
    const unlike = { retailer: pace({ took: VARIED, places: [8, 64] }), stripe: pace({ took: [700], places: [4, 8] }) };
    for (const change of harder) {
      for (const seed of [0, 0.25, 0.9]) {
        const played = Array.from({ length: 10 }, (_, step) => play(drop({ ...unlike, seed, ...change(step) })));
        for (const time of ['lastAfter', 'chargedAfter'] as const) {
          const times = played.map((one) => one[time]);
          expect(times).toEqual(times.toSorted((a, b) => a - b));
        }
      }
    }
  });
});

describe('a partner with a limit', () => {
  const atOnce = (length: number) => Array.from({ length }, () => 0);

  it('lets in one more with each answer while others wait, up to the most', () => {
    const { starts } = serve(atOnce(20), pace({ took: [100], places: [2, 6] }), 0);
    const begun = (at: number) => starts.filter((start) => start === at).length;
    // Two answers each: the first raises the limit, the second also frees a place.
    expect([begun(0), begun(50), begun(100)]).toEqual([2, 2, 4]);
    expect(Math.max(...starts.map((at) => starts.filter((s) => s <= at && s + 100 > at).length))).toBe(6);
  });

  it('draws all times that were measured equally often', () => {
    const { starts, ends } = serve(atOnce(1_000), pace({ took: [10, 20, 30, 40], places: [1_000, 1_000] }), 0.1);
    const took = starts.map((start, index) => (ends[index] ?? 0) - start);
    for (const ms of [10, 20, 30, 40]) expect(Math.abs(took.filter((one) => one === ms).length - 250)).toBeLessThan(5);
  });
});
