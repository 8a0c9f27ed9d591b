import fc from 'fast-check';
import { idIn, indexKey, rangeEnd } from './index-keys.js';
import { compareKeys, HIGHEST, LOWEST } from './value-order.js';

const SPACE = [3, 1] as const;
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 5 }),
  fc
    .array(fc.constantFrom('\0', '\u0001', '\u0012', '\ud83d', '\ude00', '\uffff', 'é', 'a'), { maxLength: 4 })
    .map((all) => all.join('')),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const id = fc.oneof(fc.uuid(), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }));
const values = fc.array(value, { minLength: 2, maxLength: 2 });

describe('keys of indexes as bytes', () => {
  it('stand in the order of their values, then of their ids', () => {
    fc.assert(
      fc.property(values, values, id, id, (some, others, one, other) => {
        const order = indexKey(SPACE, some, one).compare(indexKey(SPACE, others, other));
        expect(order).toBe(Math.sign(compareKeys([...some, one], [...others, other])));
      }),
      { numRuns: 2_000 },
    );
  });

  it('lie between the ends of what they begin with, and outside of what they do not', () => {
    fc.assert(
      fc.property(values, value, id, (some, first, one) => {
        const key = indexKey(SPACE, some, one);
        const isWithin =
          rangeEnd(SPACE, [first, LOWEST]).compare(key) < 0 && key.compare(rangeEnd(SPACE, [first, HIGHEST])) < 0;
        expect(isWithin).toBe(compareKeys([some[0]], [first]) === 0);
      }),
      { numRuns: 1_000 },
    );
  });

  it('give the id back', () => {
    fc.assert(fc.property(values, id, (some, one) => expect(idIn(indexKey(SPACE, some, one))).toBe(one)));
  });

  it('take a text of any length; a longer one counts by its beginning and its hash', () => {
    const [long, longer] = ['a'.repeat(500), 'a'.repeat(5_000)];
    expect(indexKey(SPACE, [long], 'x').length).toBeLessThan(300);
    expect(indexKey(SPACE, [long], 'x').equals(indexKey(SPACE, [longer], 'x'))).toBe(false);
    expect(indexKey(SPACE, [longer], 'x').compare(indexKey(SPACE, ['b'], 'x'))).toBe(-1);
  });
});
