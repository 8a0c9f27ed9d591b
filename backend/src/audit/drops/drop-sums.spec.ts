import { exactly, MISSED } from '@supreme-access/contract/drop-sums.js';
import type { DropSums } from '@supreme-access/contract/shapes/drops.js';
import fc from 'fast-check';
import { published, stepsOf } from './drop-sums.js';

type Shown = Pick<DropSums, 'bought' | 'missed'>;
const MINUTE = 60_000;

const CATEGORIES = ['bought', ...MISSED] as const;
type Category = (typeof CATEGORIES)[number];
type Drop = Readonly<Record<Category, number>>;
const shownOf = ({ bought, ...counts }: Drop): Shown | null => published(bought, counts);

/** Whether another drop with this count is published the same, as whoever knows the rule tries out slot by slot. */
function mayBe(drop: Drop, category: Category, count: number, text = JSON.stringify(shownOf(drop))): boolean {
  const step = Math.sign(count - drop[category]);
  if (step === 0) return true;
  const next = CATEGORIES.filter((one) => one !== category && drop[one] >= step)
    .map((one) => ({ ...drop, [category]: drop[category] + step, [one]: drop[one] - step }))
    .find((one) => JSON.stringify(shownOf(one)) === text);
  return next !== undefined && mayBe(next, category, count, text);
}

const dropOf = (bought: fc.Arbitrary<number>, missed: fc.Arbitrary<number>): fc.Arbitrary<Drop> =>
  fc.record({
    bought,
    'sold-out': missed,
    'over-limit': missed,
    refused: missed,
    'no-code': missed,
    unproven: missed,
    withdrawn: missed,
  });
const small = fc.oneof({ weight: 3, arbitrary: fc.nat(9) }, { weight: 1, arbitrary: fc.nat(200) });

describe('the published sums of a drop', () => {
  it('are exact where every count is five or more', () => {
    expect(published(180, { 'sold-out': 12, refused: 4, unproven: 4 })).toEqual({
      bought: exactly(180),
      missed: [
        { reason: 'sold-out', ...exactly(12) },
        { reason: 'other', ...exactly(8) },
      ],
    });
  });

  it('say fewer than five, and no more than that of what it could be computed from', () => {
    expect(published(198, { 'sold-out': 2 })).toEqual({
      bought: { least: 196, most: 200 },
      missed: [{ reason: 'other', least: 0, most: 4 }],
    });
    expect(published(0, { 'sold-out': 50 })).toEqual({
      bought: { least: 0, most: 4 },
      missed: [
        { reason: 'sold-out', least: 42, most: 50 },
        { reason: 'other', least: 0, most: 4 },
      ],
    });
  });

  it('are a range beside an equal or larger one, and all exact where nothing is small', () => {
    expect(published(20, { 'sold-out': 20 })).toEqual({
      bought: { least: 16, most: 20 },
      missed: [
        { reason: 'sold-out', ...exactly(20) },
        { reason: 'other', least: 0, most: 4 },
      ],
    });
    expect(published(5, Object.fromEntries(MISSED.map((reason) => [reason, 5])))).toEqual({
      bought: exactly(5),
      missed: MISSED.map((reason) => ({ reason, ...exactly(5) })),
    });
  });

  it('are none below twenty slots, nor where a count could not be zero, or not four', () => {
    expect([published(19, {}), published(20, {})]).toEqual([null, expect.anything()]);
    expect(published(100, Object.fromEntries(MISSED.map((reason) => [reason, 4])))).toBeNull();
    expect([published(8, { 'sold-out': 20 }), published(9, { 'sold-out': 20 })]).toEqual([null, expect.anything()]);
  });

  it('hold what is true, and let whoever knows the rule tell no two values of a small count apart', () => {
    fc.assert(
      fc.property(dropOf(small, small), (drop) => {
        const shown = shownOf(drop);
        fc.pre(shown !== null);
        const { bought, missed } = shown as Shown;
        const named = missed.flatMap(({ reason }) => (reason === 'other' ? [] : [reason]));
        const other = MISSED.filter((one) => !named.includes(one)).reduce((sum, one) => sum + drop[one], 0);
        for (const { reason, least, most } of [{ reason: 'bought' as const, ...bought }, ...missed]) {
          const truth = reason === 'other' ? other : drop[reason];
          expect([least <= truth, truth <= most]).toEqual([true, true]);
        }
        const hidden = CATEGORIES.filter((one) => drop[one] < 5);
        for (const one of hidden)
          expect([one, [0, 1, 2, 3, 4].filter((count) => mayBe(drop, one, count))]).toEqual([one, [0, 1, 2, 3, 4]]);
      }),
    );
  });

  it('are there of nine in ten ordinary drops', () => {
    const rare = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(12) });
    const ordinary = fc.sample(dropOf(fc.integer({ min: 0, max: 120 }), rare), { seed: 1, numRuns: 500 });
    const enough = ordinary.filter((drop) => CATEGORIES.reduce((sum, one) => sum + drop[one], 0) >= 20);
    expect(enough.filter((drop) => shownOf(drop) !== null).length / enough.length).toBeGreaterThan(0.9);
  });
});

describe('the steps of slots held', () => {
  const changes = fc.array(fc.tuple(fc.nat(90 * MINUTE), fc.nat(3)), { minLength: 90, maxLength: 300 });

  it('are five or more apart, on whole minutes, and end with the slots held at the release', () => {
    fc.assert(
      fc.property(changes, (random) => {
        const times = random.map(([at]) => at).sort((a, b) => a - b);
        let held = 0;
        const all = times.map((at, index) => {
          held += random[index]?.[1] === 0 && held > 20 ? -1 : 1;
          return { at, held };
        });
        const steps = stepsOf(all, 90 * MINUTE + 1, held);
        const counts = [0, ...steps.map((one) => one.held)];
        for (const [index, count] of counts.slice(1).entries())
          expect(Math.abs(count - (counts[index] ?? 0))).toBeGreaterThanOrEqual(5);
        expect(steps.at(-1)).toEqual({ at: 90 * MINUTE + 1, held });
        expect(steps.slice(0, -1).every(({ at }) => at % MINUTE === 0)).toBe(true);
      }),
    );
  });
});
