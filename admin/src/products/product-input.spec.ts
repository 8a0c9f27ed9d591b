/** @jest-environment node */
import { SHELL } from '../../../test/fixtures/admin/product.js';
import { duplicateOf, newProduct, toForm, toProductInput } from './product-input.js';

const NEW_YORK = 'America/New_York';
describe('a product in the form', () => {
  it("shows its release in the drop's zone, and no closing of its own", () => {
    expect(toForm(SHELL)).toMatchObject({ releaseLocal: '2026-11-20T11:00', releaseTz: NEW_YORK, closesLocal: '' });
  });

  it('shows reservations that close earlier', () => {
    const early = { ...SHELL, reservationClosesAt: '2026-11-20T15:30:00.000Z' };
    expect(toForm(early).closesLocal).toBe('2026-11-20T10:30');
  });
});

describe('the request body of a product', () => {
  it('contains only writable fields, and no unchanged time', () => {
    const input = toProductInput({ ...toForm(SHELL), totalStock: 30 }, SHELL);
    const story = ['description', 'pictures', 'retailPrice', 'defaultLimit', 'retailerId', 'retailerItems'];
    const plain = [
      ...story,
      'avail',
      'limitPerAccount',
      'price',
      'productTitle',
      'retailerProductId',
      'sizeType',
      'styles',
      'tags',
    ];
    expect(Object.keys(input).sort()).toEqual([...plain, 'totalStock'].sort());
    expect(input).toMatchObject({ totalStock: 30, price: 25, sizeType: '' });
  });

  it('contains its limit per account, 5 for a new product, and none where it was emptied', () => {
    expect(toProductInput({ ...newProduct('UTC') })).toMatchObject({ limitPerAccount: 5 });
    expect(toForm({ ...SHELL, limitPerAccount: 7 })).toMatchObject({ limitPerAccount: 7 });
    expect(toProductInput({ ...toForm(SHELL), limitPerAccount: null })).toMatchObject({ limitPerAccount: null });
  });

  it('contains the pictures in order, the main one first, without those that lack an address', () => {
    const back = { address: '/back.svg', alt: 'From the back' };
    const form = toForm({ ...SHELL, pictures: [{ address: '/shell.svg', alt: 'The front' }, back] });
    expect(toProductInput(form)).toMatchObject({ pictures: [{ address: '/shell.svg', alt: 'The front' }, back] });
    expect(toProductInput({ ...form, pictures: [back, { alt: 'nothing' }] })).toMatchObject({ pictures: [back] });
  });

  it('contains a retail price with its currency, and none without an amount', () => {
    const priced = { ...SHELL, retailPrice: { amount: 168, currency: 'eur' as const }, description: 'Cut square.' };
    const input = { description: 'Cut square.', retailPrice: priced.retailPrice };
    expect(toProductInput(duplicateOf(priced))).toMatchObject(input);
    expect(toProductInput({ ...toForm(priced), retailAmount: null })).toMatchObject({ retailPrice: null });
  });

  it('contains the default limit in the currency of the price, and the items of its sizes and styles alone', () => {
    const item = (style: string) => ({ size: 'm', style, itemId: `item-${style}` }) as const;
    const form = { ...toForm(SHELL), retailCurrency: 'eur', limitAmount: 200, retailerId: 'north' };
    const retailerItems = [item('Bone'), item('Gone')];
    expect(toProductInput({ ...form, retailerItems })).toMatchObject({
      defaultLimit: { amount: 200, currency: 'eur' },
      retailerId: 'north',
      retailerItems: [item('Bone')],
    });
  });

  it('contains a new release time without a closing, which follows it', () => {
    const input = toProductInput({ ...toForm(SHELL), releaseLocal: '2026-07-05T11:00' }, SHELL);
    expect(input.releaseAt).toBe('2026-07-05T15:00:00.000Z');
    expect('reservationClosesAt' in input).toBe(false);
  });

  it('resets a closing that was emptied', () => {
    const early = { ...SHELL, reservationClosesAt: '2026-11-20T15:30:00.000Z' };
    const input = toProductInput({ ...toForm(early), closesLocal: '' }, early);
    expect(input).toMatchObject({ reservationClosesAt: null, releaseTz: NEW_YORK });
    expect('releaseAt' in input).toBe(false);
  });

  it("converts a new time from the drop's zone", () => {
    const form = { ...toForm(SHELL), releaseLocal: '2026-07-05T11:00', closesLocal: '2026-07-05T10:45' };
    expect(toProductInput(form, SHELL)).toMatchObject({
      releaseAt: '2026-07-05T15:00:00.000Z',
      reservationClosesAt: '2026-07-05T14:45:00.000Z',
    });
  });

  it('moves the instant of a local time to another zone', () => {
    const form = { ...toForm(SHELL), releaseTz: 'Asia/Tokyo' };
    expect(toProductInput(form, SHELL)).toMatchObject({
      releaseAt: '2026-11-20T02:00:00.000Z',
      releaseTz: 'Asia/Tokyo',
    });
  });

  it('contains no zone without a time', () => {
    const form = { ...toForm(SHELL), releaseLocal: '' };
    expect(toProductInput(form, SHELL)).toMatchObject({ releaseAt: null, releaseTz: null });
  });

  it('contains the chosen instant of a local time that occurs twice', () => {
    const twice = { ...newProduct(NEW_YORK), releaseLocal: '2026-11-01T01:30' };
    const second = { ...twice, releaseChoice: '2026-11-01T01:30:00-05:00' };
    expect(toProductInput(second).releaseAt).toBe('2026-11-01T06:30:00.000Z');
    expect(toProductInput(twice).releaseAt).toBe('2026-11-01T01:30');
  });

  it('contains no product of the retailer unless one is given', () => {
    const made = toProductInput({
      ...newProduct('UTC'),
      productTitle: ' Cap ',
      price: 12.5,
      totalStock: 4,
      oneSize: true,
    });
    expect(made).toMatchObject({ productTitle: 'Cap', price: 12.5, sizeType: 'OS', avail: true, tags: [], styles: '' });
    expect('retailerProductId' in made).toBe(false);
  });

  it("contains the product's own id where the one at the retailer was removed", () => {
    const form = { ...toForm(SHELL), retailerProductId: '' };
    expect(toProductInput(form, SHELL)).toMatchObject({ retailerProductId: SHELL.productId });
  });
});

describe('a duplicate', () => {
  it("keeps the retailer's product id, unless that is the product's own id", () => {
    expect(duplicateOf(SHELL).retailerProductId).toBe('shell-1');
    expect(duplicateOf({ ...SHELL, retailerProductId: 'p1' }).retailerProductId).toBe('');
  });
});
