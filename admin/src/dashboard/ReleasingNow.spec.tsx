import type { ReleaseOutcome } from '@supreme-access/contract/live.js';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { SHELL } from '../products/product.fixture.js';
import { ReleasingNow } from './ReleasingNow.js';

const T = Date.parse('2026-11-20T16:00:00.000Z');
const DROP = {
  ...SHELL,
  reserved: 18,
  releaseAt: '2026-11-20T16:00:00.000Z',
  reservationClosesAt: '2026-11-20T16:00:00.000Z',
};
const RELEASE: ReleaseOutcome = {
  productId: 'p1',
  productTitle: 'Field Shell',
  releaseAt: '2026-11-20T16:00:00.000Z',
  startedAt: '2026-11-20T16:00:00.012Z',
  finishedAt: null,
  due: 560,
  started: 300,
  bought: 212,
  nextSize: 9,
  soldOut: 31,
  unknown: 4,
  charged: 180,
  declined: 6,
  firstAfter: 21,
  lastAfter: 1_900,
  answerP50: 140,
  answerP95: 2_300,
};

const show = (releases: ReleaseOutcome[] | null, now: number, brokenSince: string | null = null) =>
  render(<ReleasingNow live={{ releases, brokenSince }} products={[DROP]} now={now} />, { wrapper: MemoryRouter });
const section = () => screen.queryByRole('region', { name: 'Releasing now' });

describe('the releases that run, on the board', () => {
  it('are none before the time of any', () => {
    show([], T - 1);
    expect(section()).toBeNull();
  });

  it('have the drop from its very time on, before anything is told of it', () => {
    show(null, T);
    expect(within(section() as HTMLElement).getByRole('link')).toHaveAttribute('href', '/products/p1/show');
    expect(section()).toHaveTextContent('18 due; nothing is told of them yet.');
  });

  it('are told with what is due, what came of it, how late it was and how the partner answers', () => {
    show([RELEASE], T + 2_000);
    expect(screen.getAllByRole('link')).toHaveLength(1);
    const figures = screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
    expect(figures).toEqual([
      'Due: 560',
      'Started: 300',
      'Bought: 212',
      'Next size: 9',
      'Sold out: 31',
      'Unknown: 4',
      'Charged: 180',
      'Declined: 6',
      'First begun: 21 ms',
      'Last begun: 1.9 s',
      'Answers, p50: 140 ms',
      'Answers, p95: 2.3 s',
    ]);
    expect(screen.getByRole('meter', { name: 'Bought' })).toHaveAttribute('aria-valuenow', '212');
  });

  it('stay for a while once they are over, and say so; and say as of when they stand while nothing is heard', () => {
    show([{ ...RELEASE, finishedAt: '2026-11-20T16:03:00.000Z' }], T + 200_000, '2026-11-20T16:04:00.000Z');
    expect(screen.getByText(/^Departed, finished/)).toBeVisible();
    expect(screen.queryByText('Releasing now')).toBeNull();
    expect(screen.getByRole('status')).toHaveTextContent(/^As of \d\d:\d\d:\d\d: the connection broke/);
  });
});
