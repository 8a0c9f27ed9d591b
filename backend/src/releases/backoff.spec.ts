import fc from 'fast-check';
import { backoff } from './checkout-attempt.js';

const attempts = fc.integer({ min: 0, max: 5_000 });
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the pause before another try', () => {
  it('lasts one to thirty seconds, however often it was tried', () => {
    fc.assert(
      fc.property(attempts, random, (count, roll) => {
        const pause = backoff(count, () => roll);
        expect(pause).toBeGreaterThanOrEqual(1_000);
        expect(pause).toBeLessThanOrEqual(30_000);
        expect(Number.isInteger(pause)).toBe(true);
      }),
    );
  });

  it('doubles from one second until it reaches thirty', () => {
    const longest = [0, 1, 2, 3, 4, 5, 6].map((count) => backoff(count, () => 0.999_999_9));
    expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it('differs by up to a half, so that many orders do not knock at once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), random, (count, roll) => {
        const longest = backoff(count, () => 0.999_999_9);
        const pause = backoff(count, () => roll);
        expect(pause).toBeGreaterThanOrEqual(Math.max(1_000, longest / 2 - 1));
        expect(pause).toBeLessThanOrEqual(longest);
      }),
    );
    expect(backoff(5, () => 0)).toBe(15_000);
  });
});
