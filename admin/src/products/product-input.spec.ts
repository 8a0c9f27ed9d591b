/** @jest-environment node */
import type { AdminProduct } from '@supreme-access/contract/api-types.js';
import { newProduct, toForm, toProductInput } from './product-input.js';

const NEW_YORK = 'America/New_York';
const SHELL: AdminProduct = {
  id: 'p1',
  productId: 'p1',
  productTitle: 'Field Shell',
  price: 25,
  currency: 'usd',
  totalStock: 20,
  reserved: 3,
  remaining: 17,
  avail: true,
  productImage: '/shell.svg',
  styles: 'Black, Bone',
  sizeType: '',
  tags: ['new'],
  releaseAt: '2026-11-20T16:00:03.120Z',
  releaseTz: NEW_YORK,
  reservationClosesAt: '2026-11-20T16:00:03.120Z',
  releaseStartedAt: null,
  releaseFinishedAt: null,
  listedAt: '2026-11-01T00:00:00.000Z',
  version: 1,
  shopUrl: '/product?productId=p1',
  retailerProductId: 'shell-1',
  delisted: false,
  cancelled: false,
  refusals: {},
};

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
    const plain = ['avail', 'price', 'productImage', 'productTitle', 'retailerProductId', 'sizeType', 'styles', 'tags'];
    expect(Object.keys(told).sort()).toEqual([...plain, 'totalStock']);
    expect(told).toMatchObject({ totalStock: 30, price: 25, sizeType: '' });
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
