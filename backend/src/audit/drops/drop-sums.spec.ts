import { exactly, MISSED, type Missed } from '@supreme-access/contract/drop-sums.js';
import type { DropSums, PublicFigure } from '@supreme-access/contract/shapes/drops.js';
import fc from 'fast-check';
import { published, stepsOf } from './drop-sums.js';

type Shown = Pick<DropSums, 'bought' | 'missed'>;
const MINUTE = 60_000;
const heldOf = (bought: number, counts: Partial<Record<Missed, number>>) =>
  MISSED.reduce((sum, reason) => sum + (counts[reason] ?? 0), bought);

/** What whoever knows all other figures, and the slots held, can find out about one. */
function knownOf(figure: PublicFigure, others: readonly PublicFigure[], held: number): PublicFigure {
  const sum = (end: keyof PublicFigure) => others.reduce((total, other) => total + other[end], 0);
  return { least: Math.max(figure.least, held - sum('most')), most: Math.min(figure.most, held - sum('least')) };
}

const small = fc.oneof({ weight: 3, arbitrary: fc.nat(6) }, { weight: 1, arbitrary: fc.nat(200) });
const drops = fc.record({ bought: small, counts: fc.record(Object.fromEntries(MISSED.map((one) => [one, small]))) });

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

  it('are none below twenty slots, nor where all small counts could only be the largest', () => {
    expect([published(19, {}), published(20, {})]).toEqual([null, expect.anything()]);
    expect(published(100, Object.fromEntries(MISSED.map((reason) => [reason, 4])))).toBeNull();
  });

  it('hold what is true, and let no subtraction tell any two values of a small count apart', () => {
    fc.assert(
      fc.property(drops, ({ bought, counts }) => {
        const held = heldOf(bought, counts);
        const shown = published(bought, counts);
        fc.pre(shown !== null);
        const { missed } = shown as Shown;
        const figures: PublicFigure[] = [(shown as Shown).bought, ...missed];
        const named = missed.filter(({ reason }) => reason !== 'other');
        const other = held - bought - named.reduce((sum, { reason }) => sum + (counts[reason as Missed] ?? 0), 0);
        const truth = [bought, ...named.map(({ reason }) => counts[reason as Missed] ?? 0), other];
        for (const [index, figure] of figures.entries()) {
          expect(truth[index]).toBeGreaterThanOrEqual(figure.least);
          expect(truth[index]).toBeLessThanOrEqual(figure.most);
          if ((truth[index] ?? 0) >= 5) continue;
          const others = figures.filter((_, at) => at !== index);
          expect(knownOf(figure, others, held)).toEqual({ least: 0, most: 4 });
        }
        // Of the reasons that are not named each may still be any small count.
        const rest = figures.at(-1) ?? exactly(0);
        if (rest.least === rest.most) expect(rest.least).toBeLessThanOrEqual(4 * (MISSED.length - named.length - 1));
      }),
    );
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
