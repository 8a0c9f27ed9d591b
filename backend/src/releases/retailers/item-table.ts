import { ONE_SIZE, type Size, sizesOf } from '@supreme-access/contract/limits.js';
import type { ProductFacts } from '../../catalogue/products/product.js';
import type { RetailerItem, Variant } from '../../retailers/retailer.js';

/** How shops write our sizes. */
const SIZE_WORDS: Readonly<Record<Size, readonly string[]>> = {
  xs: ['xs', 'x-small', 'extra small'],
  s: ['s', 'small'],
  m: ['m', 'medium'],
  l: ['l', 'large'],
  xl: ['xl', 'x-large', 'extra large'],
  os: [ONE_SIZE.toLowerCase(), 'one size', 'onesize', 'default', 'default title'],
};

const words = ({ labels }: Variant) => labels.map((label) => label.trim().toLowerCase());

/** Pairs sizes and styles with the one variant that fits each; what fits none or several stays open. */
export function proposedItems(facts: ProductFacts, variants: readonly Variant[]): RetailerItem[] {
  return facts.styles.flatMap((style) =>
    sizesOf(facts).flatMap((size) => {
      const sized = variants.filter((variant) => isOfSize(variant, size));
      const styled = sized.filter((variant) => words(variant).includes(style.trim().toLowerCase()));
      // A product of one style often has no option for it.
      const fitting = styled.length === 0 && facts.styles.length === 1 ? sized : styled;
      const [only, ...others] = fitting;
      return only && others.length === 0 ? [{ size, style, itemId: only.itemId }] : [];
    }),
  );
}

function isOfSize(variant: Variant, size: Size): boolean {
  const said = words(variant);
  if (said.some((word) => SIZE_WORDS[size].includes(word))) return true;
  const isSizeless = !said.some((word) => Object.values(SIZE_WORDS).flat().includes(word));
  return size === 'os' && isSizeless;
}
