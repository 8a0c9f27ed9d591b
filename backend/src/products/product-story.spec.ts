import { AT, decisions, origin } from '../platform/given.fixture.js';
import { created, edited, facts, ID } from './product.fixture.js';
import { EditProduct, type ProductEvent, product } from './product.js';
import { NO_COUNTS, productDoc, publicProduct } from './products.projection.js';

const { given, fold } = decisions(product);
const FRONT = { address: '/pictures/front.webp', alt: 'From the front' };
const BACK = { address: '/pictures/back.webp', alt: 'From the back' };
const STORY = { description: 'Cut square.', retailPrice: { amount: 16_800, currency: 'usd' as const } };
const pictured = { pictures: [FRONT, BACK], productImage: FRONT.address };
/** As events were before a product had more than one picture. */
const older = (productImage: string): ProductEvent => {
  const { description: _, retailPrice: __, pictures: ___, ...data } = created({ productImage }).data;
  return { type: 'ProductCreated', data };
};
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

  it('is nothing in an event of before there was any, whose picture leads', () => {
    const none = { description: '', retailPrice: null };
    expect(shown(older('/shell.svg'))).toMatchObject({ ...none, pictures: [{ address: '/shell.svg', alt: '' }] });
    expect(shown(older(''))).toMatchObject({ ...none, pictures: [] });
  });

  it('follows an older edit, which names the lead alone', () => {
    const lead = [{ address: '/other.svg', alt: '' }];
    expect(shown(older('/shell.svg'), edited({ productImage: '/other.svg' }))?.pictures).toEqual(lead);
  });

  it('is edited like all else of it, and no edit when it says the same', () => {
    const edit = (changes: object) => new EditProduct(ID, changes, origin);
    given(created()).when(edit(STORY)).makes(edited(STORY));
    given(created(), edited(STORY)).when(edit(STORY)).makes();
    expect(fold(created(), edited(pictured)).facts).toEqual({ ...facts, ...pictured });
  });
});
