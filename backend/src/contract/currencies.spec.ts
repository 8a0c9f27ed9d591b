import { data } from 'currency-codes';
import { parseAmount } from './amounts.js';
import { shownMoney, unitsOf } from './currencies.js';
import { decimalsOf } from './money.js';

describe('an amount in the currency of a retailer', () => {
  it.each([
    [168.5, 'usd', 16_850],
    [0.29, 'eur', 29],
    [16_800, 'jpy', 16_800],
    [56.125, 'kwd', 56_125],
    // Intl says that these have no decimals.
    [20_000, 'huf', 2_000_000],
    [2_500_000, 'idr', 250_000_000],
  ])('%d %s is %d in minor units, and back', (amount, currency, minor) => {
    expect(parseAmount({ amount, currency })).toEqual({ amount: minor, currency });
    expect(unitsOf({ amount: minor, currency })).toEqual({ amount, currency });
  });

  it('has the decimals that ISO 4217 gives it', () => {
    const monies = data.filter(({ code }) => parseAmount({ amount: 1, currency: code }) !== null);
    expect(monies.filter(({ code, digits }) => decimalsOf(code) !== digits)).toEqual([]);
    expect(new Set(monies.map(({ digits }) => digits))).toEqual(new Set([0, 2, 3, 4]));
  });

  it('is shown in units', () => {
    const minor = [shownMoney({ amount: 3_550, currency: 'usd' }), shownMoney({ amount: 3_500, currency: 'jpy' })];
    expect([...minor, shownMoney({ amount: 3_500, currency: 'kwd' })]).toEqual(['$35.50', '¥3,500', 'KWD\u00a03.500']);
  });

  it('is taken in capitals, and kept in lower case', () => {
    expect(parseAmount({ amount: 1, currency: 'EUR' })).toEqual({ amount: 100, currency: 'eur' });
  });

  it.each([
    [0, 'usd'],
    [-1, 'usd'],
    [1.234, 'usd'],
    [0.5, 'jpy'],
    [1e-7, 'usd'],
    [1e12, 'usd'],
    [Number.NaN, 'usd'],
    [168, 'abc'],
    [168, 'us'],
    [168, 'xau'],
    [168, 'xxx'],
  ])('is refused as %d %s', (amount, currency) => {
    expect(parseAmount({ amount, currency })).toBeNull();
  });
});
