/** @jest-environment node */
import { SHELL } from './product.fixture.js';
import { duplicateOf, newProduct, toForm, toProductInput } from './product-input.js';

const NEW_YORK = 'America/New_York';
describe('a product in the form', () => {
  it('shows its release on the clocks of the drop, and no closing of its own', () => {
    expect(toForm(SHELL)).toMatchObject({ releaseLocal: '2026-11-20T11:00', releaseTz: NEW_YORK, closesLocal: '' });
  });

  it('shows reservations that close earlier', () => {
    const early = { ...SHELL, reservationClosesAt: '2026-11-20T15:30:00.000Z' };
    expect(toForm(early).closesLocal).toBe('2026-11-20T10:30');
  });
});

describe('what the server is told', () => {
  it('only what can be written, and no time that was not touched', () => {
    const told = toProductInput({ ...toForm(SHELL), totalStock: 30 }, SHELL);
    const story = ['description', 'pictures', 'retailPrice'];
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
    expect(Object.keys(told).sort()).toEqual([...plain, 'totalStock'].sort());
    expect(told).toMatchObject({ totalStock: 30, price: 25, sizeType: '' });
  });

  it('a limit per account of its own, 5 for a new one, and none where it is emptied', () => {
    expect(toProductInput({ ...newProduct('UTC') })).toMatchObject({ limitPerAccount: 5 });
    expect(toForm({ ...SHELL, limitPerAccount: 7 })).toMatchObject({ limitPerAccount: 7 });
    expect(toProductInput({ ...toForm(SHELL), limitPerAccount: null })).toMatchObject({ limitPerAccount: null });
  });

  it('the pictures in order, the lead first, and nothing of those without an address', () => {
    const back = { address: '/back.svg', alt: 'From the back' };
    const form = toForm({ ...SHELL, pictures: [{ address: '/shell.svg', alt: 'The front' }, back] });
    expect(toProductInput(form)).toMatchObject({ pictures: [{ address: '/shell.svg', alt: 'The front' }, back] });
    expect(toProductInput({ ...form, pictures: [back, { alt: 'nothing' }] })).toMatchObject({ pictures: [back] });
  });

  it('a retail price with its currency, and none where there is no amount', () => {
    const priced = { ...SHELL, retailPrice: { amount: 168, currency: 'eur' as const }, description: 'Cut square.' };
    const told = { description: 'Cut square.', retailPrice: priced.retailPrice };
    expect(toProductInput(duplicateOf(priced))).toMatchObject(told);
    expect(toProductInput({ ...toForm(priced), retailAmount: null })).toMatchObject({ retailPrice: null });
  });

  it('a new release alone leaves the closing to follow it', () => {
    const told = toProductInput({ ...toForm(SHELL), releaseLocal: '2026-07-05T11:00' }, SHELL);
    expect(told.releaseAt).toBe('2026-07-05T15:00:00.000Z');
    expect('reservationClosesAt' in told).toBe(false);
  });

  it('a closing of its own that is emptied is taken back', () => {
    const early = { ...SHELL, reservationClosesAt: '2026-11-20T15:30:00.000Z' };
    const told = toProductInput({ ...toForm(early), closesLocal: '' }, early);
    expect(told).toMatchObject({ reservationClosesAt: null, releaseTz: NEW_YORK });
    expect('releaseAt' in told).toBe(false);
  });

  it('a new time is the instant that the drop zone means', () => {
    const form = { ...toForm(SHELL), releaseLocal: '2026-07-05T11:00', closesLocal: '2026-07-05T10:45' };
    expect(toProductInput(form, SHELL)).toMatchObject({
      releaseAt: '2026-07-05T15:00:00.000Z',
      reservationClosesAt: '2026-07-05T14:45:00.000Z',
    });
  });

  it('another zone moves the instant of the same clock time', () => {
    const form = { ...toForm(SHELL), releaseTz: 'Asia/Tokyo' };
    expect(toProductInput(form, SHELL)).toMatchObject({
      releaseAt: '2026-11-20T02:00:00.000Z',
      releaseTz: 'Asia/Tokyo',
    });
  });

  it('no time: released by hand, without a zone', () => {
    const form = { ...toForm(SHELL), releaseLocal: '' };
    expect(toProductInput(form, SHELL)).toMatchObject({ releaseAt: null, releaseTz: null });
  });

  it('a time the clocks show twice is the one that was chosen', () => {
    const twice = { ...newProduct(NEW_YORK), releaseLocal: '2026-11-01T01:30' };
    const second = { ...twice, releaseChoice: '2026-11-01T01:30:00-05:00' };
    expect(toProductInput(second).releaseAt).toBe('2026-11-01T06:30:00.000Z');
    expect(toProductInput(twice).releaseAt).toBe('2026-11-01T01:30');
  });

  it('a new product names no product of the retailer unless one is given', () => {
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
});

describe('a duplicate', () => {
  it('is bought as the same product at the retailer, unless that was known there by its own id', () => {
    expect(duplicateOf(SHELL).retailerProductId).toBe('shell-1');
    expect(duplicateOf({ ...SHELL, retailerProductId: 'p1' }).retailerProductId).toBe('');
  });
});
