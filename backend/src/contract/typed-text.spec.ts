import { digitsIn, plainText, typedAmount, typedNumber, ungrouped } from './typed-text.js';

describe('what is typed or pasted', () => {
  it.each([
    ['４２４２　４２４２', '4242 4242'],
    ['97209 – 1234', '97209 - 1234'],
    ['１００ー０００１', '100-0001'],
    ['\u200e+1\u00a0415\u2009555', '+1 415 555'],
    ['١٢٣', '123'],
    ['०१९', '019'],
    [' 12／31\t', '12/31'],
  ])('%j is plainly %j', (typed, plain) => expect(plainText(typed)).toBe(plain));

  it('loses what only groups a code, and nothing else', () => {
    expect(ungrouped(' 12 3-4.5a')).toBe('12345a');
    expect(digitsIn('№ 12-３')).toBe('123');
  });
});

describe('a number', () => {
  it.each([
    ['12', 12],
    ['12.5', 12.5],
    ['12.', 12],
    ['.5', 0.5],
    ['12,50', 12.5],
    ['12,5', 12.5],
    ['$1,234.50', 1234.5],
    ['1,234', 1234],
    ['1.234,50 €', 1234.5],
    ['1 234,50', 1234.5],
    ["CHF 1'234.50", 1234.5],
    ['1.234.567', 1234567],
    ['35 USD', 35],
    ['15 %', 15],
    ['１２．５０', 12.5],
    ['-5', -5],
    // three decimals: the price is refused for them, and not made a thousand times as much
    ['12.345', 12.345],
  ])('typed %j is %d', (typed, number) => expect(typedNumber(typed)).toBe(number));

  it.each(['', '12 or 13', '1,2345', '1,23,4', '12..5', '1.234.56', 'NaN', '1e3', '12,345,6', '0,500'])(
    'is not %j',
    (typed) => expect(typedNumber(typed)).toBeNull(),
  );
});

describe('an amount of a currency', () => {
  it.each<[string, number, ReturnType<typeof typedAmount>]>([
    ['1250', 2, 1250],
    ['1,250', 2, 1250],
    ['1,250', 0, 1250],
    ['1.250,00', 2, 1250],
    ['1,250.00', 2, 1250],
    ['1 250', 2, 1250],
    ['1.250.000', 0, 1_250_000],
    ['12,50', 2, 12.5],
    ['12.5', 2, 12.5],
    ['0.125', 3, 0.125],
    ['1.250', 3, 1.25],
    ['1,250.500', 3, 1250.5],
    ['1.250', 2, 'unclear'],
    ['1.250', 0, 'unclear'],
    ['1,250', 3, 'unclear'],
    ['12.345', 2, 'unclear'],
    ['0.125', 2, 'unclear'],
    ['12,50', 0, 'unclear'],
    ['0', 2, null],
    ['-5', 2, null],
    ['€200', 2, null],
    ['200 USD', 2, null],
    ['1,2345', 2, null],
    ['1000000000', 2, null],
    ['', 2, null],
  ])('typed %j with %d decimals is %j', (typed, decimals, amount) => {
    expect(typedAmount(typed, decimals)).toBe(amount);
  });
});
