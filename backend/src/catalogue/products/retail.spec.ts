import { AT, decisions, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { create, created, edited, ID, reserve, reserved, started } from '@supreme-access/test/fixtures/product.js';
import { EditProduct, type ProductEvent, type ProductFacts, product } from './product.js';
import { NO_COUNTS, productDoc, publicProduct } from './products.projection.js';

const { given, fold } = decisions(product);
const usd = (amount: number) => ({ amount, currency: 'usd' });
const PRICED = { retailPrice: usd(16_801) };
/** The price and a quarter, rounded up. */
const QUARTER = usd(21_002);
const TOKEN = { ...PRICED, retailerId: 'north', means: 'token' } as const;
const edit = (changes: Partial<ProductFacts>) => new EditProduct(ID, changes, metadata);

describe('what may be paid at the retailer at most', () => {
  it('is what the shopper agreed to', () =>
    given(created(PRICED))
      .when(reserve(1, { limit: usd(20_000) }))
      .makes(reserved(1, { limit: usd(20_000) })));

  it("is the product's default where the request names none, which the event says", () =>
    given(created({ ...PRICED, defaultLimit: usd(19_000) }))
      .when(reserve())
      .makes(reserved(1, { limit: { ...usd(19_000), byDefault: true } })));

  it('is the price and a quarter without a default', () =>
    given(created(PRICED))
      .when(reserve())
      .makes(reserved(1, { limit: { ...QUARTER, byDefault: true } })));

  it('is not known where no price is', () => given(created()).when(reserve()).makes(reserved()));

  it.each([
    [usd(16_800), 'over-limit', 'conflict'],
    [{ amount: 20_000, currency: 'eur' }, 'limit-currency', 'invalid'],
  ] as const)('is refused as %j', (limit, code, kind) =>
    given(created(PRICED)).when(reserve(1, { limit })).refused(code, kind),
  );

  it('is another reservation than a click before, unless it is the same', () => {
    const held = reserved(1, { limit: usd(20_000) });
    const again = (limit: number) => reserve(1, { orderId: 'order-2', limit: usd(limit) }, false);
    given(created(PRICED), held).when(again(20_000)).makes();
    given(created(PRICED), held).when(again(25_000)).refused('duplicate', 'conflict');
  });

  it('is shown to everybody beforehand where a token pays, for only there it is kept', () => {
    const shown = (...events: ProductEvent[]) => {
      const doc = productDoc(ID, fold(...events), AT);
      return doc && publicProduct(doc, NO_COUNTS);
    };
    const retailPrice = { amount: 168.01, currency: 'usd' };
    const defaultLimit = { amount: 210.02, currency: 'usd' };
    expect(shown(created(TOKEN))).toMatchObject({ retailPrice, defaultLimit, means: 'token' });
    expect(shown(created(PRICED))).toMatchObject({ retailPrice, defaultLimit: null, means: 'card' });
  });
});

describe('a retailer that is paid with tokens', () => {
  it('is named by the slot, which then keeps no security code', () =>
    given(created(TOKEN))
      .when(reserve(1, { codeRecord: 'code-1' }))
      .makes(reserved(1, { codeRecord: null, limit: { ...QUARTER, byDefault: true }, means: 'token' })));

  it('wants a product with a price or a limit', () => {
    given()
      .when(create({ ...TOKEN, retailPrice: null }))
      .refused('limit-required', 'invalid');
    given(created(TOKEN))
      .when(edit({ retailPrice: null }))
      .refused('limit-required', 'invalid');
  });
});

describe('where a product is bought', () => {
  it.each<[string, Partial<ProductFacts>]>([
    ['retailer', { retailerId: 'south' }],
    ['price', { retailPrice: usd(1) }],
    ['default limit', { defaultLimit: usd(90_000) }],
    ['product', { retailerProductId: 'box-logo-fw27' }],
    ['items', { retailerItems: [{ size: 'm', style: 'Ink', itemId: 'i-1' }] }],
  ])('keeps its %s once the release has started', (_, changes) => {
    given(created(TOKEN)).when(edit(changes)).makes(edited(changes));
    given(created(TOKEN), started()).when(edit(changes)).refused('release-started', 'conflict');
  });

  it.each<[string, Partial<ProductFacts>]>([
    ['retailer', { retailerId: null, means: null }],
    ['currency', { retailPrice: { amount: 16_800, currency: 'eur' } }],
  ])('keeps its %s while a slot is held', (_, changes) =>
    given(created(TOKEN), reserved(1, { means: 'token' }))
      .when(edit(changes))
      .refused('slots-held', 'conflict'),
  );

  it('may get another price then', () =>
    given(created(TOKEN), reserved(1))
      .when(edit({ retailPrice: usd(18_000) }))
      .makes(edited({ retailPrice: usd(18_000) })));

  it.each([usd(16_800), { amount: 20_000, currency: 'eur' }])('has no default limit of %j', (defaultLimit) => {
    given()
      .when(create({ ...PRICED, defaultLimit }))
      .refused('default-limit-invalid', 'invalid');
    given(created(PRICED)).when(edit({ defaultLimit })).refused('default-limit-invalid', 'invalid');
  });

  it('is not changed by saying again that it is nothing special', () =>
    given(created())
      .when(edit({ retailerId: null, defaultLimit: null, means: null }))
      .makes());
});
