import type { Board, ReleaseFigures } from '@supreme-access/contract/report-types.js';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { lapse } from '../ui/format.js';
import { percent } from './board.js';
import { Figures } from './Figures.js';
import { OpenPromises } from './OpenPromises.js';
import { Releases } from './Releases.js';

const NOW = Date.UTC(2026, 10, 22, 12);
const RELEASE: ReleaseFigures = {
  productId: 'hoodie',
  productTitle: 'Box Hoodie',
  releaseAt: '2026-11-22T11:00:00.000Z',
  startedAt: '2026-11-22T11:00:00.012Z',
  finishedAt: null,
  due: 40,
  succeeded: 30,
  failed: 2,
  open: 8,
  successRate: 0.9375,
  firstAfter: 43,
  lastAfter: 2_400,
};
const BOARD: Board = {
  at: '2026-11-22T12:00:00.000Z',
  currency: 'usd',
  today: {
    day: '2026-11-22',
    reservations: 12,
    succeeded: 30,
    failed: 2,
    withdrawn: 1,
    successRate: 0.9375,
    charges: 30,
    charged: 750,
    refunds: 1,
    refunded: 25,
  },
  refundsDue: 3,
  promises: {
    open: 12,
    soonest: [
      { orderId: 'o1', productTitle: 'Cap', status: 'action_required', closesAt: '2026-11-22T11:59:00.000Z' },
      { orderId: 'o2', productTitle: 'Box Hoodie', status: 'processing', closesAt: '2026-11-25T11:00:00.000Z' },
    ],
  },
  disputes: { open: 1, soonestDueBy: '2026-11-29T12:00:00.000Z' },
  proofs: 2,
  releases: [RELEASE],
  lateness: 43,
  drops: [],
  projectionLag: 0,
};

const filterOf = (link: HTMLElement) => {
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://admin');
  return [pathname, JSON.parse(searchParams.get('filter') ?? 'null')];
};

describe('the figures of the board', () => {
  it('lead to the lists that they count, without test orders', () => {
    render(<Figures board={BOARD} />, { wrapper: MemoryRouter });
    const counted = { livemode: true, archived: [true, false] };
    const link = (name: RegExp) => filterOf(screen.getByRole('link', { name }));

    expect(link(/^Reservations today\s*12/)).toEqual([
      '/orders',
      { ...counted, orderDate_gte: '2026-11-22T00:00:00.000Z', orderDate_lt: '2026-11-23T00:00:00.000Z' },
    ]);
    expect(link(/^Refunds due\s*3/)).toEqual(['/orders', { ...counted, status: 'refund_pending' }]);
    expect(link(/^Promises open\s*12/)).toEqual(['/orders', { ...counted, promised: true }]);
    expect(link(/^Disputes open\s*1\s*evidence due 29 Nov 2026/)).toEqual(['/disputes', { state: 'open' }]);
    expect(link(/^Proof to review\s*2/)).toEqual(['/proofs', null]);
    expect(screen.getByRole('link', { name: /^Success rate today\s*93\.7 %\s*30 of 32 ended/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /^Fees today\s*\$750\.00/ })).toHaveAttribute(
      'href',
      '/events?type=FeeCharged&from=2026-11-22T00%3A00%3A00.000Z&until=2026-11-22T23%3A59%3A59.999Z',
    );
  });

  it('of a release lead to its orders, as each ended', () => {
    render(<Releases releases={[RELEASE]} />, { wrapper: MemoryRouter });
    const counted = { livemode: true, archived: [true, false], productId: 'hoodie' };
    expect(filterOf(screen.getByRole('link', { name: '30' }))).toEqual([
      '/orders',
      { ...counted, status: ['success', 'refund_pending', 'refunded'] },
    ]);
    expect(filterOf(screen.getByRole('link', { name: '2' }))).toEqual(['/orders', { ...counted, status: 'fail' }]);
    expect(screen.getByText('43 ms')).toBeVisible();
    expect(screen.getByText('2.4 s')).toBeVisible();
  });

  it('say what nothing is, and never round up to all', () => {
    expect([percent(null), percent(0.9999), percent(1)]).toEqual(['–', '99.9 %', '100.0 %']);
    expect([lapse(null), lapse(999), lapse(119_000), lapse(180_000)]).toEqual(['–', '999 ms', '119.0 s', '3 min']);
  });
});

describe('promises that run out', () => {
  it('are told with what is left of them, and lead to their orders', () => {
    render(<OpenPromises promises={BOARD.promises} now={NOW} />, { wrapper: MemoryRouter });
    const [first, second] = screen.getAllByRole('link');
    expect(first).toHaveTextContent(/Cap.*Action required.*Overdue/);
    expect(first).toHaveAttribute('href', '/orders/o1/show');
    expect(second).toHaveTextContent(/71 h 0 min$/);
    expect(screen.getByText('and 10 more')).toBeVisible();
  });

  it('say that there are none', () => {
    render(<OpenPromises promises={{ open: 0, soonest: [] }} now={NOW} />, { wrapper: MemoryRouter });
    expect(screen.getByText('Nothing is promised and open.')).toBeVisible();
  });
});
