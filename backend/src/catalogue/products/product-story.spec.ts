import { AT, decisions, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { created, edited, facts, ID } from '@supreme-access/test/fixtures/product.js';
import { EditProduct, type ProductEvent, product } from './product.js';
import { NO_COUNTS, productDoc, publicProduct } from './products.projection.js';

const { given, fold } = decisions(product);
const FRONT = { address: '/pictures/front.webp', alt: 'From the front' };
const BACK = { address: '/pictures/back.webp', alt: 'From the back' };
const STORY = { description: 'Cut square.', retailPrice: { amount: 16_800, currency: 'usd' as const } };
const pictured = { pictures: [FRONT, BACK], productImage: FRONT.address };
const shown = (...events: ProductEvent[]) => {
  const doc = productDoc(ID, fold(...events), AT);
  return doc && publicProduct(doc, NO_COUNTS);
};

describe('what is told of a product', () => {
  it('is shown as it was recorded, the price in currency units', () => {
    expect(shown(created({ ...STORY, ...pictured }))).toMatchObject({
      ...STORY,
      ...pictured,
      retailPrice: { amount: 168, currency: 'usd' },
    });
  });

  it('is edited like all else of it, and no edit when it says the same', () => {
    const edit = (changes: object) => new EditProduct(ID, changes, metadata);
    given(created()).when(edit(STORY)).makes(edited(STORY));
    given(created(), edited(STORY)).when(edit(STORY)).makes();
    expect(fold(created(), edited(pictured)).facts).toEqual({ ...facts, ...pictured });
  });
});
