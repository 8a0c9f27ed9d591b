import { sizesOf } from '@supreme-access/contract/limits.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { type AcoValues, coloursFor, NO_ACO, onlyChoice, readAco, typeOfNumber } from './aco-values.js';

const NOW = Date.UTC(2026, 4, 2);
const PRODUCT = {
  productId: 'p-1',
  productTitle: 'Platform Hoodie',
  price: 35,
  sizeType: '',
  styles: 'Ink, Stone',
} as PublicProduct;
const WHOLE: AcoValues = {
  ...NO_ACO,
  productId: 'p-1',
  size: 'xs',
  style: 'Stone',
  fullName: 'Gia van Hale',
  email: ' gia@example.org ',
  phone: '503 200 0001',
  address: { address1: '1 Larch Row', address2: '', city: 'Portland', state: 'OR', zip: '97201', country: 'US' },
  cardType: 'visa',
  card: { name: '', number: '4242 4242 4242 4242', expiry: '12/30', code: '123' },
};
const read = (changes: Partial<AcoValues>) => readAco({ ...WHOLE, ...changes }, PRODUCT, NOW);

describe('auto-checkout details', () => {
  it('become the data to encrypt: the name split, the phone in full, the card in the shipping name', () => {
    expect(read({})).toMatchObject({
      ok: true,
      aco: {
        productForm: { id: 'p-1', title: 'Platform Hoodie', size: 'xs', style: 'Stone', price: 35 },
        shipping: { firstName: 'Gia', lastName: 'van Hale', address1: '1 Larch Row', country: 'US' },
        phone: '+15032000001',
        email: 'gia@example.org',
        card: { name: 'Gia van Hale', number: '4242424242424242', type: 'visa' },
      },
    });
  });

  it.each<[string, string, Partial<AcoValues>]>([
    ['a last name', 'fullName', { fullName: 'Gia' }],
    ['a whole address', 'address.address1', { address: { ...WHOLE.address, city: ' ' } }],
    ['a mobile number', 'phone', { phone: '911' }],
    ['a number that checks out', 'card.number', { card: { ...WHOLE.card, number: '4242 4242 4242 4241' } }],
    ['a card that is not blocked', 'card.number', { card: { ...WHOLE.card, number: '4767 0000 0000 0000' } }],
    ['a card that has not expired', 'card.expiry', { card: { ...WHOLE.card, expiry: '04/26' } }],
    ['the type of that number', 'cardType', { cardType: 'discover' }],
  ])('need %s', (_, field, changes) => {
    expect(read(changes)).toMatchObject({ ok: false, problems: [{ field }] });
  });
});

describe('the choice', () => {
  it('offers xs to xl, or the one size', () => {
    expect(sizesOf({ sizeType: '' })).toEqual(['xs', 's', 'm', 'l', 'xl']);
    expect(sizesOf({ sizeType: 'os' })).toEqual(['os']);
  });

  it('offers the colours of the product, or the one colour', () => {
    expect(coloursFor(PRODUCT)).toEqual(['Ink', 'Stone']);
    expect(coloursFor({ ...PRODUCT, styles: '' })).toEqual(['One Color']);
  });

  it('is made already where there is only one', () => {
    expect(onlyChoice(PRODUCT)).toEqual({ size: '', style: '' });
    expect(onlyChoice({ ...PRODUCT, sizeType: 'OS', styles: 'Ink' })).toEqual({ size: 'os', style: 'Ink' });
  });

  it.each([
    ['4242', 'visa'],
    ['3782', 'americanexpress'],
    ['6011', 'discover'],
    ['3056', undefined],
  ])('knows the type of %s', (number, type) => {
    expect(typeOfNumber(number)).toBe(type);
  });
});
