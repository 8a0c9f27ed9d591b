import { jest } from '@jest/globals';
import type { OrderStamp } from '@supreme-access/contract/shapes/orders.js';
import { stamp } from '@supreme-access/contract/ticket.js';
import { act, renderHook } from '@testing-library/react';
import { HELD, landed, useLanded } from './landing.js';

const AT = '2026-03-06T11:00:00.000Z';
const RESERVED = stamp('reserved', AT);
const WAITING = [RESERVED, stamp('checked-out', undefined), stamp('charged', undefined)];
const BOUGHT = [RESERVED, stamp('next-size', AT), stamp('charged', AT)];
const labels = (stamps: readonly OrderStamp[]) => stamps.map(({ label, done }) => (done ? label : `(${label})`));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function ticket(first: OrderStamp[]) {
  const { result, rerender } = renderHook(({ stamps }) => useLanded(stamps), { initialProps: { stamps: first } });
  return {
    shows: () => labels(result.current.stamps),
    isLanding: () => result.current.isLanding,
    update: (stamps: OrderStamp[]) => rerender({ stamps }),
    passes: (ms: number) => act(() => jest.advanceTimersByTime(ms)),
  };
}

describe('stamps', () => {
  it('of the first render are not animated', () => {
    const { shows, isLanding } = ticket(BOUGHT);
    expect([shows(), isLanding()]).toEqual([['Reserved', 'Next available', 'Charged'], false]);
  });

  it('appear one by one, each long enough to be read', () => {
    const { shows, update, passes, isLanding } = ticket(WAITING);
    update(BOUGHT);
    expect(shows()).toEqual(['Reserved', 'Next available', '(Charged)']);
    passes(HELD - 1);
    expect(shows()).toEqual(['Reserved', 'Next available', '(Charged)']);
    passes(1);
    expect(shows()).toEqual(['Reserved', 'Next available', 'Charged']);
    expect(isLanding()).toBe(true);
    passes(HELD);
    expect(isLanding()).toBe(false);
  });

  it('appear at once where the one before was shown long enough', () => {
    const { shows, update, passes } = ticket(WAITING);
    update([RESERVED, stamp('checked-out', AT), stamp('charged', undefined)]);
    passes(10 * HELD);
    update([RESERVED, stamp('checked-out', AT), stamp('charged', AT)]);
    expect(shows()).toEqual(['Reserved', 'Checked out', 'Charged']);
  });

  it('that have not appeared reveal no outcome', () => {
    expect(labels(landed(BOUGHT, 1))).toEqual(['Reserved', '(Checked out)', '(Charged)']);
    expect(labels(landed([RESERVED, stamp('closed', AT)], 1))).toEqual(['Reserved']);
  });
});
