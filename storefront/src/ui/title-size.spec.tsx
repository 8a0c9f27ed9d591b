import { titleSize } from './title-size.js';

it.each([
  ['Gate 4 Box Hoodie', 'text-title'],
  ['Donaudampfschifffahrts Parka', 'text-head'],
  ['The Night Train to Anywhere But Here Jacket', 'text-head'],
])('the title %s has the size %s', (title, size) => {
  expect(titleSize(title)).toBe(size);
});
