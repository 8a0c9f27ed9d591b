import { cardYears, MONTHS, monthPassed } from './expiry-lists.js';

const MAY = Date.UTC(2026, 4, 31, 23, 59);

describe('the lists of the card form', () => {
  it('offer twelve years from the current one', () => {
    const years = cardYears(MAY);
    expect([years.length, years[0], years.at(-1)]).toEqual([12, '2026', '2037']);
  });

  it('disable the past months of the current year', () => {
    expect(MONTHS.filter((month) => monthPassed(month, '2026', MAY))).toEqual(['01', '02', '03', '04']);
  });

  it.each(['2027', ''])('leave every month open in the year %j', (year) => {
    expect(MONTHS.some((month) => monthPassed(month, year, MAY))).toBe(false);
  });
});
