import type { ProductPicture } from '@supreme-access/contract/api-types.js';
import type { RetailCurrency } from '@supreme-access/contract/limits.js';

/** What a product's page tells beside its drop. */
export interface ProductStory {
  /** plain text */
  description: string;
  /** what the retailer asks, minor units; no business of the fee */
  retailPrice: { amount: number; currency: RetailCurrency } | null;
  /** the first is the lead, which `productImage` names too */
  pictures: ProductPicture[];
}
interface Led {
  productImage: string;
}

interface Later extends ProductStory {
  limitPerAccount: number | null;
}

/** As events tell it: those of before there was such a thing tell none of it. */
export type Recorded<Facts extends Later> = Omit<Facts, keyof Later> & Partial<Later>;

export function factsOf<Facts extends Later & Led>(recorded: Recorded<Facts> & Led): Facts {
  const pictures = leadAlone(recorded.productImage);
  const absent: Later = { description: '', retailPrice: null, pictures, limitPerAccount: null };
  return { ...absent, ...recorded } as unknown as Facts;
}

/** An older edit names the lead alone. */
export function withChanges<Facts extends ProductStory & Led>(facts: Facts, changes: Partial<Facts>): Facts {
  const { productImage, pictures } = changes;
  const led = productImage === undefined || pictures ? {} : { pictures: leadAlone(productImage) };
  return { ...facts, ...led, ...changes };
}

/** Another lead, before the others as they are; without an address the next one leads. */
export function withLead(address: string, [, ...others]: readonly ProductPicture[]): ProductPicture[] {
  return [...leadAlone(address), ...others];
}

/** The pictures, with what follows from them. */
export function ledBy(pictures: ProductPicture[]): Pick<ProductStory, 'pictures'> & Led {
  return { pictures, productImage: pictures[0]?.address ?? '' };
}

function leadAlone(address: string): ProductPicture[] {
  return address === '' ? [] : [{ address, alt: '' }];
}
