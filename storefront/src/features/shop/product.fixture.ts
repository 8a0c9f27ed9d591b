import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';

/** A drop that takes reservations for as long as a spec runs. */
export const PRODUCT: PublicProduct = {
  id: 'hoodie',
  productId: 'hoodie',
  productTitle: 'Hoodie',
  price: 35,
  currency: 'usd',
  totalStock: 40,
  reserved: 27,
  waiting: 0,
  remaining: 13,
  avail: true,
  productImage: '/products/hoodie.svg',
  pictures: [{ address: '/products/hoodie.svg', alt: '' }],
  description: '',
  retailPrice: null,
  styles: 'Ink',
  sizeType: '',
  tags: [],
  releaseAt: null,
  releaseTz: null,
  reservationClosesAt: null,
  releaseStartedAt: null,
  releaseFinishedAt: null,
  limitPerAccount: null,
  listedAt: '2026-03-06T10:00:00.000Z',
};
