import { sizesOf } from './limits.js';
import { shownRange, sizeGuideOf } from './size-guides.js';

describe('the size guide', () => {
  it('has a row for each size that a product comes in', () => {
    const letters = { sizeType: '' };
    expect(sizeGuideOf(letters).rows.map(({ label }) => label.toLowerCase())).toEqual(sizesOf(letters));
  });

  it.each(['', 'OS', 'os'])('of size type "%s" shows every measure of every row, from less to more', (sizeType) => {
    const { measures, rows } = sizeGuideOf({ sizeType });
    for (const { fits } of rows) {
      expect(fits).toHaveLength(measures.length);
      for (const [from, to] of fits) expect(from).toBeLessThan(to);
    }
  });

  it('begins each letter where the one before it ends', () => {
    const { rows, measures } = sizeGuideOf({ sizeType: '' });
    for (const [at] of measures.entries()) {
      const ends = rows.slice(0, -1).map(({ fits }) => fits[at]?.[1]);
      expect(rows.slice(1).map(({ fits }) => fits[at]?.[0])).toEqual(ends);
    }
  });

  it('says inches to the half', () => {
    expect(shownRange([88, 96], 'cm')).toBe('88–96');
    expect(shownRange([88, 96], 'in')).toBe('34½–38');
  });
});
