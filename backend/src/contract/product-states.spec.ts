import { dropState, productState, STATE_LABELS } from './product-states.js';

const NOW = Date.UTC(2026, 10, 20, 16);
const AT = '2026-11-20T15:00:00.000Z';
const OPEN = {
  avail: true,
  remaining: 3,
  delisted: false,
  cancelled: false,
  releaseAt: null,
  releaseStartedAt: null,
  releaseFinishedAt: null,
  reservationClosesAt: '2026-11-20T16:00:00.001Z',
};

describe('where a drop stands', () => {
  it.each([
    ['open', {}],
    ['open', { reservationClosesAt: null }],
    ['sold-out', { remaining: 0 }],
    ['closed', { reservationClosesAt: '2026-11-20T16:00:00.000Z' }],
    ['open', { releaseAt: '2026-11-20T16:00:00.001Z' }],
    ['running', { releaseAt: '2026-11-20T16:00:00.000Z' }],
    ['unavailable', { avail: false }],
    ['unavailable', { avail: false, remaining: 0 }],
    ['running', { releaseStartedAt: AT, avail: false }],
    ['departed', { releaseStartedAt: AT, releaseFinishedAt: AT }],
  ])('is %s with %j, for shoppers and for staff', (state, facts) => {
    expect([dropState({ ...OPEN, ...facts }, NOW), productState({ ...OPEN, ...facts }, NOW)]).toEqual([state, state]);
  });

  it.each([
    ['Cancelled', { cancelled: true, releaseFinishedAt: AT }],
    ['Delisted', { delisted: true, cancelled: true }],
    ['Not open', { avail: false }],
  ])('reads %s to staff with %j', (label, facts) => {
    expect(STATE_LABELS[productState({ ...OPEN, ...facts }, NOW)]).toBe(label);
  });
});
