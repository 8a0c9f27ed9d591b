import { belowMinimum, minimumCharge } from './minimum-charge.js';

describe("Stripe's minimum charge", () => {
  it.each([
    [49, 'usd', true],
    [50, 'usd', false],
    [0, 'usd', true],
    [50, 'USD', false],
    [29, 'gbp', true],
    [17_499, 'huf', true],
    [50, 'jpy', false],
  ])('%i %s: below is %s', (amount, currency, below) => {
    expect(belowMinimum(amount, currency)).toBe(below);
  });

  it('does not guess for a currency it has no figure for', () => {
    expect(() => belowMinimum(100, 'xxx')).toThrow(RangeError);
    expect(() => belowMinimum(100, 'constructor')).toThrow(RangeError);
    expect(minimumCharge('xxx')).toBeUndefined();
  });
});
