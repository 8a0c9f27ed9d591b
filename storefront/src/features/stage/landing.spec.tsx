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

/** The ticket, as it is told of one list of stamps after the other. */
function ticket(first: OrderStamp[]) {
  const { result, rerender } = renderHook(({ stamps }) => useLanded(stamps), { initialProps: { stamps: first } });
  return {
    shows: () => labels(result.current.stamps),
    isLanding: () => result.current.isLanding,
    told: (stamps: OrderStamp[]) => rerender({ stamps }),
    passes: (ms: number) => act(() => jest.advanceTimersByTime(ms)),
  };
}

describe('stamps', () => {
  it('that are there from the start are no news', () => {
    const { shows, isLanding } = ticket(BOUGHT);
    expect([shows(), isLanding()]).toEqual([['Reserved', 'Next available', 'Charged'], false]);
  });

  it('land one by one, each held so that it can be read, however fast the server was', () => {
    const { shows, told, passes, isLanding } = ticket(WAITING);
    told(BOUGHT);
    expect(shows()).toEqual(['Reserved', 'Next available', '(Charged)']);
    passes(HELD - 1);
    expect(shows()).toEqual(['Reserved', 'Next available', '(Charged)']);
    passes(1);
    expect(shows()).toEqual(['Reserved', 'Next available', 'Charged']);
    expect(isLanding()).toBe(true);
    passes(HELD);
    expect(isLanding()).toBe(false);
  });

  it('land at once where the one before was there long enough', () => {
    const { shows, told, passes } = ticket(WAITING);
    told([RESERVED, stamp('checked-out', AT), stamp('charged', undefined)]);
    passes(10 * HELD);
    told([RESERVED, stamp('checked-out', AT), stamp('charged', AT)]);
    expect(shows()).toEqual(['Reserved', 'Checked out', 'Charged']);
  });

  it('that have not landed give nothing away', () => {
    expect(labels(landed(BOUGHT, 1))).toEqual(['Reserved', '(Checked out)', '(Charged)']);
    expect(labels(landed([RESERVED, stamp('closed', AT)], 1))).toEqual(['Reserved']);
  });
});
