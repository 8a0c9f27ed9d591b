import { facts } from '@supreme-access/test/fixtures/product.js';
import { proposedItems } from './item-table.js';

const variant = (itemId: string, ...labels: string[]) => ({ itemId, title: itemId, labels, available: true });
const pairs = (changes: object, ...variants: ReturnType<typeof variant>[]) =>
  proposedItems({ ...facts, ...changes }, variants).map(({ size, style, itemId }) => `${size} ${style} ${itemId}`);

describe('the table of sizes, styles and items', () => {
  const twoStyles = { styles: ['Ink', 'Fog'], sizeType: '' };

  it('is proposed where one variant has both, however the shop writes the size', () => {
    const found = pairs(
      twoStyles,
      variant('v-1', 'M', 'ink'),
      variant('v-2', 'Medium ', 'Fog'),
      variant('v-3', '42', 'Ink'),
    );
    expect(found).toEqual(['m Ink v-1', 'm Fog v-2']);
  });

  it('stays open where several fit, or none', () => {
    expect(pairs(twoStyles, variant('v-1', 'M', 'Ink'), variant('v-2', 'M', 'Ink'), variant('v-3', 'L'))).toEqual([]);
  });

  it('needs no style where the product has one alone', () => {
    expect(pairs({ styles: ['One Style'], sizeType: '' }, variant('v-1', 'L'))).toEqual(['l One Style v-1']);
  });

  it('takes a variant without a size for the one size', () => {
    expect(pairs({ styles: ['Black'], sizeType: 'OS' }, variant('v-1', 'Black'))).toEqual(['os Black v-1']);
  });
});
