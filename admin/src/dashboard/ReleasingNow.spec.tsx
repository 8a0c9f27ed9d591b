import type { ReleaseOutcome } from '@supreme-access/contract/shapes/releases.js';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { SHELL } from '../../../test/fixtures/admin/product.js';
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
  overLimit: 0,
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

describe('the running releases, on the dashboard', () => {
  it('are none before a release time', () => {
    show([], T - 1);
    expect(section()).toBeNull();
  });

  it('include a drop from its release time, before any figures arrive', () => {
    show(null, T);
    const links = within(section() as HTMLElement).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/products/p1/show', '/control-room/p1']);
    expect(section()).toHaveTextContent('0 of 18 bought');
    expect(screen.getAllByRole('term')[0]?.nextSibling).toHaveTextContent('–');
  });

  it("show orders due, outcomes, delays and the retailer's state", () => {
    show([RELEASE], T + 2_000);
    const figures = screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
    expect(figures).toEqual([
      'Orders: 560',
      'Started: 300',
      'Bought: 212',
      'Next size: 9',
      'Sold out: 31',
      'Over limit: 0',
      'Unknown: 4',
      'Charged: 180',
      'Declined: 6',
      'First attempt: 21 ms',
      'Last attempt: 1.9 s',
      'Retailer response, median: 140 ms',
      'Retailer response, 95th percentile: 2.3 s',
    ]);
    expect(screen.getByRole('meter', { name: 'Bought' })).toHaveAttribute('aria-valuenow', '212');
  });

  it('show the age of their figures while the connection is lost', () => {
    show([RELEASE], T + 200_000, '2026-11-20T16:02:00.000Z');
    expect(screen.getByRole('status')).toHaveTextContent(/^As of \d\d:\d\d:\d\d: the connection was lost/);
  });

  it('move to the list of releases once they are over', () => {
    const departed = { ...DROP, releaseStartedAt: RELEASE.startedAt, releaseFinishedAt: '2026-11-20T16:03:00.000Z' };
    const live = { releases: [{ ...RELEASE, finishedAt: '2026-11-20T16:03:00.000Z' }], brokenSince: null };
    render(<ReleasingNow live={live} products={[departed]} now={T + 200_000} />, { wrapper: MemoryRouter });
    expect(section()).toBeNull();
  });
});
