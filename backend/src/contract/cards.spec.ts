import fc from 'fast-check';
import {
  cardBrand,
  cardExpired,
  checkCard,
  formatCardNumber,
  isBlockedPrefix,
  luhnValid,
  parseExpiry,
} from './cards.js';

const NOW = Date.UTC(2026, 6, 15);
const card = { name: 'Ada Lovelace', number: '4242 4242 4242 4242', code: '123', month: '08', year: '28' };

describe('a card number', () => {
  it.each([
    ['4242424242424242', 'visa'],
    ['378282246310005', 'amex'],
    ['5555555555554444', 'mastercard'],
    ['2223003122003222', 'mastercard'],
    ['6011111111111117', 'discover'],
    ['6200000000000005', 'unionpay'],
    ['9792000000000001', 'troy'],
    ['36227206271667', 'dinersclub'],
    ['3566002020360505', 'jcb'],
  ])('%s is of brand %s', (number, brand) => expect(cardBrand(number)).toBe(brand));

  it.each(['', '3', '6', '65'])('of which only "%s" is typed leaves the brand open', (typed) =>
    expect(cardBrand(typed)).toBeNull(),
  );

  it.each(['6759649826438453', '2200000000000004', '5067310000000010'])(
    '%s is of a brand that is not taken',
    (number) => expect(cardBrand(number)).toBeNull(),
  );

  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['36227206271667', '3622 720627 1667'],
    ['4242424242424242999', '4242 4242 4242 4242 999'],
    [' 4242-4', '4242 4'],
    ['４２４２４', '4242 4'],
    ['no digits', ''],
  ])('%s is shown as "%s"', (typed, shown) => expect(formatCardNumber(typed)).toBe(shown));

  it('formatted again stays as it is, and keeps each digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,24}$/), (digits) => {
        const shown = formatCardNumber(digits);
        expect(formatCardNumber(shown)).toBe(shown);
        expect(shown.replaceAll(' ', '')).toBe(digits);
      }),
    );
  });

  it('with one digit changed fails the check digit', () => {
    fc.assert(
      fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digits = [...'4242424242424242'];
        digits[at] = String((Number(digits[at]) + by) % 10);
        expect(luhnValid(digits.join(''))).toBe(false);
      }),
    );
    expect(luhnValid('4242424242424242')).toBe(true);
    expect(luhnValid('')).toBe(false);
  });

  it('starting 4767 or 4859 is blocked, with or without blanks', () => {
    expect(['4767 0000', '4859', '47 67'].every(isBlockedPrefix)).toBe(true);
    expect(['4766', '14767', '485'].some(isBlockedPrefix)).toBe(false);
  });
});

describe('an expiry', () => {
  it.each([
    [['4', '30'], { month: 4, year: 2030 }],
    [['04', 2030], { month: 4, year: 2030 }],
    [[12, 29], { month: 12, year: 2029 }],
    [['04/30'], { month: 4, year: 2030 }],
    [['4 / 2030'], { month: 4, year: 2030 }],
    [['12/2031'], { month: 12, year: 2031 }],
    [['12 / 31'], { month: 12, year: 2031 }],
    [['12-31'], { month: 12, year: 2031 }],
    [['1231'], { month: 12, year: 2031 }],
    [['122031'], { month: 12, year: 2031 }],
    [['2031-12'], { month: 12, year: 2031 }],
    [['203112'], { month: 12, year: 2031 }],
    [['１２／３１'], { month: 12, year: 2031 }],
    [[' 04 ', '２０３０'], { month: 4, year: 2030 }],
  ])('%j is read', ([month, year], expiry) => expect(parseExpiry(month, year)).toEqual(expiry));

  it.each([
    [['0', '30']],
    [['13', '30']],
    [['4', '203']],
    [['4', '1930']],
    [['2031']],
    [['131']],
    [['12/203']],
    [['12/20311']],
    [['12/31 or so']],
    [['4', null]],
    [['4.5', '30']],
    [[{ toString: 1 }, '30']],
  ])('%j is refused', ([month, year]) => expect(parseExpiry(month, year)).toBeNull());

  it("is good until the month's last day has ended everywhere on earth", () => {
    const endOfAugust = Date.UTC(2026, 8, 1, 12);
    expect(cardExpired({ month: 8, year: 2026 }, endOfAugust - 1)).toBe(false);
    expect(cardExpired({ month: 8, year: 2026 }, endOfAugust)).toBe(true);
    expect(cardExpired({ month: 12, year: 2026 }, Date.UTC(2026, 11, 31))).toBe(false);
  });
});

describe('the card check', () => {
  it('takes a good card and shows its brand and last digits, whatever type was claimed', () => {
    expect(checkCard({ ...card, type: 'amex' }, NOW)).toEqual({
      ok: true,
      card: {
        name: 'Ada Lovelace',
        number: '4242424242424242',
        code: '123',
        month: 8,
        year: 2028,
        brand: 'visa',
        last4: '4242',
      },
    });
  });

  it.each([
    { number: '\u00a04242-4242-4242-4242 ' },
    { number: '４２４２４２４２４２４２４２４２' },
    { code: ' 1 2 3' },
    { code: '１２３' },
  ])('takes %j, whose formatting is taken off first', (change) =>
    expect(checkCard({ ...card, ...change }, NOW)).toEqual(checkCard(card, NOW)),
  );

  it.each([
    ['number', { number: '42424242424242429' }],
    ['number', { number: '3782822463100059' }],
    ['number', { number: '4242424242424241' }],
    ['number', { number: '42424242' }],
    ['number', { number: '424242424242424' }],
    ['number', { number: '6205500000000000004' }],
    ['number', { number: '4242x4242x4242x4242' }],
    ['number', { number: ['4242424242424242'] }],
    ['number', { number: undefined }],
    ['prefix', { number: '4767 0000 0000 0000' }],
    ['prefix', { number: '4859000000000000' }],
    ['brand', { number: '6759649826438453' }],
    ['code', { code: '12' }],
    ['code', { code: '12a' }],
    ['code', { code: '12345' }],
    ['expiry', { month: '06', year: '26' }],
    ['expiry', { year: undefined }],
    ['expiry', { month: 13 }],
    ['name', { name: ' ' }],
    ['name', { name: 'Ada 2' }],
    ['name', { name: 'Ada ٣' }],
    ['name', { name: 7 }],
  ])('names the %s as the problem of %j', (problem, change) =>
    expect(checkCard({ ...card, ...change }, NOW)).toEqual({ ok: false, problem }),
  );

  it.each([null, undefined, 'card', 7, []])('refuses %j, which is no card', (input) =>
    expect(checkCard(input, NOW).ok).toBe(false),
  );
});
