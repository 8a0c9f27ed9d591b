import { isSound, type Truth } from './truth.js';

const SOUND: Truth = {
  sold: ['s1', 's2'],
  bought: 1,
  otherSize: 0,
  fees: 1,
  unproven: new Map(),
  doubled: [],
  wrong: [],
};

describe('a drop at a shop', () => {
  it('is sound where all that was sold is proven', () => {
    expect(isSound(SOUND, [])).toBe(true);
    expect(isSound({ ...SOUND, bought: 0 }, [])).toBe(false);
    expect(isSound({ ...SOUND, doubled: ['s1'] }, [])).toBe(false);
    expect(isSound({ ...SOUND, wrong: ['s1'] }, [])).toBe(false);
  });

  it('is not where a sale stays unproven, unless its session was canceled meanwhile', () => {
    expect(isSound({ ...SOUND, unproven: new Map([['s2', 'OrderPlaced']]) }, [])).toBe(false);
    expect(isSound({ ...SOUND, unproven: new Map([['s2', 'OrderPlaced']]) }, ['s2'])).toBe(true);
  });
});
