import { cardPattern } from './card-pattern.js';

const shown = (number: string) =>
  cardPattern(number)
    .map(({ digits }) => digits.map(({ text }) => text).join(''))
    .join(' ');

describe('the number on the card preview', () => {
  it.each([
    ['', '#### #### #### ####'],
    ['4242 42', '4242 ••## #### ####'],
    ['4242 4242 4242 4242', '4242 •••• •••• 4242'],
    ['3782 822463 10005', '3782 •••••• •0005'],
    ['3056 930902 5904', '3056 •••••• 5904'],
    ['4242 4242 4242 4242 999', '4242 •••• •••• 4242'],
  ])('of %j is %s', (typed, picture) => {
    expect(shown(typed)).toBe(picture);
  });
});
