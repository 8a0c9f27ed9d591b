import fc from 'fast-check';
import { discount, discounted, parsePercent, parsePrice, priceOf } from './money.js';

const cents = fc.integer({ min: 0, max: 100_000_000 });
const points = fc.integer({ min: 0, max: 10_000 });

describe('a price', () => {
  it.each([
    [0, 0],
    [49.99, 4_999],
    [0.29, 29],
    [1_000_000, 100_000_000],
    ['12.5', 1_250],
    [' 7 ', 700],
  ])('%j is read to the cent', (value, amount) => expect(parsePrice(value)).toBe(amount));

  it.each([
    -1,
    -0.01,
    1.005,
    1_000_000.01,
    1e21,
    1e-7,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '',
    '1,50',
    '1e3',
    '0x10',
    '.5',
    '5.',
    '١٢',
    null,
    undefined,
    true,
    [5],
    { toString: 1 },
  ])('%j is refused', (value) => expect(parsePrice(value)).toBeNull());

  it('comes back unchanged from what the API shows, as number and as text', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parsePrice(priceOf(amount))).toBe(amount);
        expect(parsePrice(JSON.stringify(priceOf(amount)))).toBe(amount);
        expect(parsePrice(priceOf(amount).toFixed(2))).toBe(amount);
      }),
    );
  });
});

describe('a percentage', () => {
  it.each([
    [0.01, 0.01],
    ['12.35', 12.35],
    [100, 100],
  ])('%j is read', (value, percent) => expect(parsePercent(value)).toBe(percent));
  it.each([0, -5, 100.01, 12.345, Number.NaN, '5%', null])('%j is refused', (value) =>
    expect(parsePercent(value)).toBeNull(),
  );
});

describe('a discount', () => {
  it.each([
    [4_999, 15, 750],
    [5, 50, 2],
    [15, 50, 8],
    [25, 10, 2],
    [1, 49.99, 0],
    [10_000, 12.35, 1_235],
    [100, 100, 100],
    [100, 0, 0],
  ])('of %d cents by %d %% is %d cents', (price, percent, off) => expect(discount(price, percent)).toBe(off));

  it('is the nearest cent, and of two equally near the even one', () => {
    fc.assert(
      fc.property(cents, points, (price, hundredth) => {
        const off = BigInt(discount(price, hundredth / 100));
        const exact = BigInt(price) * BigInt(hundredth);
        const distance = off * 10_000n - exact;
        const near = distance < 0n ? -distance : distance;
        expect(near <= 5_000n).toBe(true);
        if (near === 5_000n) expect(off % 2n).toBe(0n);
      }),
    );
  });

  it('never exceeds the price and never falls when the percentage rises', () => {
    fc.assert(
      fc.property(cents, points, points, (price, one, other) => {
        const [low, high] = [Math.min(one, other) / 100, Math.max(one, other) / 100];
        expect(discount(price, low)).toBeLessThanOrEqual(discount(price, high));
        expect(discount(price, high)).toBeLessThanOrEqual(price);
      }),
    );
  });

  it.each([
    [-1, 10],
    [1.5, 10],
    [Number.NaN, 10],
    [100, 101],
    [100, -1],
    [100, 1.234],
  ])('of %d cents by %d %% is a bug', (price, percent) => expect(() => discount(price, percent)).toThrow(RangeError));
});

describe('a price with a promo', () => {
  it.each([
    [35, 15, 29.75],
    [0.3, 10, 0.27],
    [19.99, 33.33, 13.33],
    [0.1, 5, 0.1],
    [0.3, 5, 0.28],
    [12, 100, 0],
  ])('%d less %d %% is shown as %d: ties go to the even cent', (price, percent, shown) => {
    expect(discounted(price, percent)).toBe(shown);
  });
});
