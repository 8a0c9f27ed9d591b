import type { Board, ReleaseFigures } from '@supreme-access/contract/shapes/reports.js';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { lapse } from '../ui/format.js';
import { Figures } from './Figures.js';
import { FirstSteps } from './FirstSteps.js';
import { percent } from './figures-data.js';
import { NeedsYou } from './NeedsYou.js';
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
  zone: 'Asia/Kolkata',
  today: {
    day: '2026-11-22',
    startsAt: '2026-11-21T18:30:00.000Z',
    endsAt: '2026-11-22T18:30:00.000Z',
    reservations: 12,
    succeeded: 30,
    failed: 2,
    withdrawn: 1,
    successRate: 0.9375,
    charges: 30,
    charged: 750,
    refunds: 1,
    refunded: 25,
    refundsFailed: 2,
  },
  needs: { actionRequired: 0, refundsFailed: 0, unsettled: 0, parked: 0 },
  firstSteps: null,
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

describe('the figures of the dashboard', () => {
  it('link to the lists that they count, between the same instants, without test orders', () => {
    render(<Figures board={BOARD} />, { wrapper: MemoryRouter });
    const counted = { livemode: true, archived: [true, false] };
    const link = (name: RegExp) => filterOf(screen.getByRole('link', { name }));

    expect(link(/^Reservations today\s*12/)).toEqual([
      '/orders',
      { ...counted, orderDate_gte: '2026-11-21T18:30:00.000Z', orderDate_lt: '2026-11-22T18:30:00.000Z' },
    ]);
    expect(link(/^Refunds due\s*3/)).toEqual(['/orders', { ...counted, status: 'refund_pending' }]);
    expect(link(/^Open guarantees\s*12/)).toEqual(['/orders', { ...counted, promised: true }]);
    expect(screen.getByRole('link', { name: /^Success rate today\s*93\.7%\s*30 of 32 finished orders/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /^Fees today\s*\$750\.00/ })).toHaveAttribute(
      'href',
      '/events?type=FeeCharged&from=2026-11-21T18%3A30%3A00.000Z&until=2026-11-22T18%3A29%3A59.999Z',
    );
    expect(screen.getByRole('link', { name: /^Refunded today\s*\$25\.00\s*1 refund, 2 failed later/ })).toBeVisible();
    expect(screen.getByText(/^22 Nov 2026, .+ time, without test orders$/)).toBeVisible();
  });

  it('of a release link to its orders by outcome', () => {
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

  it('show a dash without data, and never round up to 100%', () => {
    expect([percent(null), percent(0.9999), percent(1)]).toEqual(['–', '99.9%', '100.0%']);
    expect([lapse(null), lapse(999), lapse(119_000), lapse(180_000)]).toEqual(['–', '999 ms', '119.0 s', '3 min']);
  });
});

describe('what needs an operator', () => {
  const needs = { actionRequired: 4, refundsFailed: 2, unsettled: 0, parked: 1 };
  const check = {
    at: 'T-24h',
    checkedAt: BOARD.at,
    releaseAt: null,
    findings: [
      { check: 'retailer', level: 'red', reason: 'no-answer', count: null },
      { check: 'mail', level: 'red', reason: 'no-answer', count: null },
      { check: 'clock', level: 'warn', reason: 'clock-unknown', count: null },
    ],
  } as const satisfies object;
  const drops = [
    { productId: 'cap', productTitle: 'Cap', releaseAt: null, check: { ...check, findings: [...check.findings] } },
  ];

  it('is one list with links to what it counts', () => {
    render(<NeedsYou board={{ ...BOARD, needs, drops }} />, { wrapper: MemoryRouter });
    const counted = { livemode: true, archived: [true, false] };
    const rows = screen.getAllByRole('link').map((row) => [row.textContent, ...filterOf(row)]);
    expect(rows).toEqual([
      ['2Cap2 checks fail before the release.', '/products/cap/show', null],
      ['2Proof to reviewEmails that may prove a purchase.', '/proofs', null],
      ['1Disputes to answerEvidence due by 29 Nov 2026.', '/disputes', { state: 'open' }],
      [
        '2Failed refundsPay them another way, then record it on the order.',
        '/orders',
        { ...counted, refundFailed: true },
      ],
      ['1Parked jobsThey failed 20 times. Try them again or set them aside.', '/system', null],
      [
        expect.stringMatching(/^4.+The fee failed\. The shopper was asked for another card\.$/),
        '/orders',
        { ...counted, status: 'action_required' },
      ],
    ]);
  });

  it('is hidden while it is empty', () => {
    const disputes = { open: 0, soonestDueBy: null };
    const { container } = render(<NeedsYou board={{ ...BOARD, disputes, proofs: 0 }} />, { wrapper: MemoryRouter });
    expect(container).toBeEmptyDOMElement();
  });
});

describe('the first steps', () => {
  it('show which are done, with links to the others', () => {
    const steps = [
      { step: 'product', isDone: true },
      { step: 'staff', isDone: false },
    ] as const;
    render(<FirstSteps steps={[...steps]} />, { wrapper: MemoryRouter });
    const rows = screen.getAllByRole('link').map((row) => [row.textContent, row.getAttribute('href')]);
    expect(rows).toEqual([
      ['DoneList a productWith a release time, or without one to release it manually.', '/products/create'],
      ['To doInvite a colleagueA second admin can help when you cannot log in.', '/invitations/create'],
    ]);
  });
});

describe('expiring guarantees', () => {
  it('show the time left, with links to their orders', () => {
    render(<OpenPromises promises={BOARD.promises} now={NOW} />, { wrapper: MemoryRouter });
    const [first, second] = screen.getAllByRole('link');
    expect(first).toHaveTextContent(/Cap.*Action required.*Overdue/);
    expect(first).toHaveAttribute('href', '/orders/o1/show');
    expect(second).toHaveTextContent(/71 h 0 min$/);
    expect(screen.getByText('and 10 more')).toBeVisible();
  });

  it('say that there are none', () => {
    render(<OpenPromises promises={{ open: 0, soonest: [] }} now={NOW} />, { wrapper: MemoryRouter });
    expect(screen.getByText('No open guarantees.')).toBeVisible();
  });
});
