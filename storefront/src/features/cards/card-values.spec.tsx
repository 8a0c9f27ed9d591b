import { parseExpiry } from '@supreme-access/contract/cards.js';
import { formatExpiry, readCard } from './card-values.js';
import { caretAfter } from './formatted-field.js';

const NOW = Date.UTC(2026, 2, 6);
const CARD = { name: 'Mira Okafor', number: '4242 4242 4242 4242', expiry: '09/29', code: '123' };

describe('reading a card', () => {
  it('returns the data to encrypt: digits only, a full year, the brand', () => {
    expect(readCard(CARD, NOW)).toEqual({
      ok: true,
      card: { name: 'Mira Okafor', number: '4242424242424242', code: '123', month: 9, year: 2029, type: 'visa' },
    });
  });

  it.each([
    ['number', { number: '4242 4242 4242 4243' }],
    ['number', { number: '4767 0000 0000 0000' }],
    ['number', { number: '4859 0000 0000 0000' }],
    ['name', { name: 'Mira 2' }],
    ['name', { name: '' }],
    ['expiry', { expiry: '02/26' }],
    ['expiry', { expiry: '13/29' }],
    ['expiry', { expiry: '' }],
    ['code', { code: '12' }],
  ])('names the field %s that is wrong in %j', (field, wrong) => {
    expect(readCard({ ...CARD, ...wrong }, NOW)).toMatchObject({ ok: false, problems: [{ field }] });
  });

  it('names every invalid field in the order of the form', () => {
    const read = readCard({ name: '', number: '4242', expiry: '', code: '1' }, NOW);
    expect(read.ok ? [] : read.problems.map(({ field }) => field).sort()).toEqual(['code', 'expiry', 'name', 'number']);
  });

  it("accepts a card until its month's last day", () => {
    expect(readCard({ ...CARD, expiry: '03/26' }, NOW).ok).toBe(true);
  });
});

describe('an expiry while it is typed', () => {
  it.each([
    ['1', '1'],
    ['9', '09'],
    ['2', '2'],
    ['2/', '02/'],
    ['22', '02/2'],
    ['1/', '01/'],
    ['12', '12'],
    ['12/', '12/'],
    ['122', '12/2'],
    ['12/29', '12/29'],
    ['12 / 29', '12/29'],
    ['12/2031', '12/2031'],
    ['122031', '12/2031'],
    ['12/20311', '12/20311'],
    ['１２／３１', '12/31'],
    ['20', '20'],
    ['2031-', '2031-'],
    ['2031-1', '2031-1'],
    ['2031-12', '12/2031'],
    ['ab', ''],
  ])('%s reads %s', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown);
  });

  it.each(['12/2031', '12 / 31', '1231', '2/31', '228', '2031-12', '02/31'])(
    'typed key by key, %s becomes what it is when pasted',
    (typed) => {
      const shown = [...typed].reduce((text, key) => formatExpiry(text + key), '');
      expect(parseExpiry(shown)).toEqual(parseExpiry(formatExpiry(typed)));
      expect(parseExpiry(shown)).not.toBeNull();
    },
  );
});

describe('the caret', () => {
  it('stays behind the same digit', () => {
    expect(caretAfter('4242 4242', 3)).toBe(3);
    expect(caretAfter('4242 4242', 5)).toBe(6);
    expect(caretAfter('4242', 9)).toBe(4);
  });
});
