/** @jest-environment node */
import { changedIn } from './storable.js';

it('an input with another empty value is unchanged', () => {
  const opened = { a: undefined, b: null, c: '', d: 'Shell', e: ['s'] };
  expect(changedIn({ a: [], b: '', c: null, d: 'Shell', e: ['s'], f: '' }, opened)).toEqual([]);
  expect(changedIn({ d: '', e: [], f: 'x' }, opened)).toEqual(['d', 'e', 'f']);
  expect(changedIn({ d: 'typed before it was ready' }, null)).toEqual([]);
});
