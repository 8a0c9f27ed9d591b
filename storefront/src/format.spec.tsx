import { clockTime, day, discounted, money, sizeLabel, slotLabel, stampTime, styleLabel, zoneCity } from './format.js';

const AT = '2026-03-06T16:00:03Z';

describe('money', () => {
  it('has two decimals and the currency', () => {
    expect(money(35)).toBe('$35.00');
    expect(money(1234.5, 'usd')).toBe('$1,234.50');
  });

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

describe('labels', () => {
  it('number the slot like a ticket', () => {
    expect(slotLabel(14, 200)).toBe('014/200');
    expect(slotLabel(7, 12_000)).toBe('00007/12000');
    expect(slotLabel(null, 40)).toBe('···/40');
  });

  it("write sizes upper case and 'os' as OS, also as a style", () => {
    expect([sizeLabel('m'), sizeLabel('os'), styleLabel('os'), styleLabel('Ink')]).toEqual(['M', 'OS', 'OS', 'Ink']);
  });
});

describe('times', () => {
  it('are told in the zone asked for', () => {
    expect([day(AT, 'America/New_York'), clockTime(AT, 'America/New_York')]).toEqual(['Fri 6 Mar', '11:00']);
    expect([day(AT, 'Asia/Tokyo'), clockTime(AT, 'Asia/Tokyo')]).toEqual(['Sat 7 Mar', '01:00']);
    expect(clockTime('2026-03-06T00:05:00Z', 'UTC')).toBe('00:05');
  });

  it('of a stamp are exact to the second', () => {
    expect(stampTime(AT)).toMatch(/^\d{2}:\d{2}:03$/);
  });

  it('name a zone by its city', () => {
    expect(['America/New_York', 'UTC'].map(zoneCity)).toEqual(['New York', 'UTC']);
  });
});
