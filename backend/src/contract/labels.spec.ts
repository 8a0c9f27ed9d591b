import { counted, money, plainAmount, sizeLabel, slotDigits, slotLabel, styleLabel } from './labels.js';

describe('how things are written', () => {
  it('prices have two decimals and the currency', () => {
    expect(money(12.5, 'points')).toBe('12.50');
    expect([money(35), money(1234.5, 'usd'), money(12.5, 'usd')]).toEqual(['$35.00', '$1,234.50', '$12.50']);
  });

  it('amounts have the decimals of ISO 4217, also where Intl knows fewer', () => {
    const shown = [money(1250, 'jpy'), money(1250.5, 'kwd'), money(1250.5, 'huf'), money(1250.5, 'iqd')];
    expect(shown).toEqual(['¥1,250', 'KWD\u00a01,250.500', 'HUF\u00a01,250.50', 'IQD\u00a01,250.500']);
    expect([plainAmount(1250, 'usd'), plainAmount(1250, 'jpy'), plainAmount(1.25, 'kwd')]).toEqual([
      '1250.00',
      '1250',
      '1.250',
    ]);
  });

  it('a slot is as wide as its total, at least three digits', () => {
    expect([slotLabel(14, 200), slotLabel(2, 2), slotLabel(7, 12_000)]).toEqual(['014/200', '002/2', '00007/12000']);
    expect(slotDigits(14, 200)).toBe('014');
  });

  it('a slot without a number is dots', () => {
    expect(slotLabel(null, 40)).toBe('···/40');
  });

  it("sizes are in upper case and 'os' is OS, also as a style", () => {
    expect([sizeLabel('m'), sizeLabel('os'), styleLabel('os'), styleLabel('Ink')]).toEqual(['M', 'OS', 'OS', 'Ink']);
  });
});

it('counts one as one', () => {
  expect([1, 2, 0, null].map((count) => counted(count, 'slot is', 'slots are'))).toEqual([
    '1 slot is',
    '2 slots are',
    '0 slots are',
    '0 slots are',
  ]);
});
