/** @jest-environment node */
import type { AdminProduct } from '@supreme-access/contract/api-types.js';
import { productState } from './product-state.js';

const NOW = Date.UTC(2026, 10, 20, 16);
const OPEN = {
  avail: true,
  remaining: 3,
  delisted: false,
  cancelled: false,
  releaseStartedAt: null,
  releaseFinishedAt: null,
  reservationClosesAt: '2026-11-20T16:00:00.001Z',
} as AdminProduct;
const AT = '2026-11-20T15:00:00.000Z';

it.each([
  ['Open', {}],
  ['Open', { reservationClosesAt: null }],
  ['Sold out', { remaining: 0 }],
  ['Closed', { reservationClosesAt: '2026-11-20T16:00:00.000Z' }],
  ['Not open', { avail: false, remaining: 0 }],
  ['Releasing', { releaseStartedAt: AT, avail: false }],
  ['Departed', { releaseStartedAt: AT, releaseFinishedAt: AT }],
  ['Cancelled', { cancelled: true, releaseFinishedAt: AT }],
  ['Delisted', { delisted: true, cancelled: true }],
])('a product reads %s given %j', (word, facts) => {
  expect(productState({ ...OPEN, ...facts }, NOW)).toBe(word);
});
