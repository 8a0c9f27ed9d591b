import { minutesLeft, ordinal } from './waitlist.js';

describe('the line in words', () => {
  it.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [11, '11th'],
    [112, '112th'],
    [121, '121st'],
  ])('place %s is the %s', (rank, words) => expect(ordinal(rank)).toBe(words));

  it('counts what is left of an offer down to zero', () => {
    expect([600_000, 544_999, 59_000, 1, -5].map(minutesLeft)).toEqual(['10:00', '9:05', '0:59', '0:01', '0:00']);
  });
});
