import { jest } from '@jest/globals';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { Rehearsal, RehearsalFigures } from '@supreme-access/contract/shapes/releases.js';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type AuthProvider, type DataProvider, ResourceContextProvider } from 'react-admin';
import { DressRehearsal } from './DressRehearsal.js';

const product = { productId: 'hoodie', releaseStartedAt: null, cancelled: false, delisted: false } as AdminProduct;
const FIGURES: RehearsalFigures = {
  slots: 500,
  beside: 0,
  withoutCode: 3,
  withoutItem: 1,
  belowPrice: 0,
  firstAfter: 300,
  lastAfter: 41_200,
  chargedAfter: 44_100,
  perSecond: 12,
  bound: 'retailer',
  feesBound: 'checkouts',
  retailer: { measured: 200, p50: 640, p95: 1_900, perSecond: 12, places: 8 },
  stripe: { measured: 0, p50: 1_500, p95: 1_500, perSecond: null, places: 16 },
};
const made = (changes: Partial<RehearsalFigures> = {}, stale = false): Rehearsal => ({
  rehearsedAt: '2026-11-22T11:00:00.000Z',
  stale,
  figures: { ...FIGURES, ...changes },
});

function show(last: Rehearsal | null, shown = product) {
  const rehearseDrop = jest.fn(async (_productId: string, _key: string) => ({ rehearsal: made() }));
  const rehearsal = jest.fn(async () => last);
  const auth = { canAccess: async () => true, checkError: async () => {} } as unknown as AuthProvider;
  render(
    <AdminContext authProvider={auth} dataProvider={{ rehearsal, rehearseDrop } as unknown as DataProvider}>
      <ResourceContextProvider value="products">
        <DressRehearsal product={shown} />
      </ResourceContextProvider>
    </AdminContext>,
  );
  return { rehearsal, rehearseDrop };
}

describe('the dress rehearsal of a drop', () => {
  it('says when it would begin and end, what bounds it, and what orders lack', async () => {
    show(made());
    expect(await screen.findByText('300 ms after the release')).toBeVisible();
    expect(screen.getByText('41.2 s after the release')).toBeVisible();
    expect(screen.getByText("The retailer's 12 a second")).toBeVisible();
    expect(screen.getByText('3 orders lack a security code, 1 order lacks an item at the retailer.')).toBeVisible();
    expect(screen.getByText('640 ms, one in twenty 1.9 s, 12 a second (200 purchases measured)')).toBeVisible();
    expect(screen.getByText('1.5 s a fee, assumed: none was measured')).toBeVisible();
    expect(screen.queryByText(/changed since/)).toBeNull();
  });

  it.each<[string, Partial<RehearsalFigures>, string]>([
    ['the server', { bound: 'server', perSecond: 388 }, "Our server's 388 a second"],
    ['nothing', { perSecond: null }, 'Nothing: there is one order'],
    ['Stripe, as to fees', { feesBound: 'stripe' }, '44.1 s after the release, bound by Stripe'],
    ['limits', { belowPrice: 2, withoutCode: 0, withoutItem: 0 }, '2 limits are below the retail price.'],
    ['no lack', { withoutCode: 0, withoutItem: 0 }, 'None lacks anything.'],
  ])('names %s', async (_, changes, says) => {
    show(made(changes));
    expect(await screen.findByText(says)).toBeVisible();
  });

  it('says that it is stale', async () => {
    show(made({}, true));
    expect(await screen.findByText(/changed since/)).toBeVisible();
  });

  it('runs by one command, and then shows the result', async () => {
    const { rehearsal, rehearseDrop } = show(null);
    const user = userEvent.setup();
    expect(await screen.findByText(/^Not rehearsed yet/)).toBeVisible();
    rehearsal.mockImplementation(async () => made());
    await user.click(await screen.findByRole('button', { name: 'Rehearse now' }));
    expect(await screen.findByText('41.2 s after the release')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Rehearse now' })).toBeEnabled());
    expect(rehearseDrop.mock.calls.map(([productId]) => productId)).toEqual(['hoodie']);
  });

  it('is kept after the release without a button and without a warning', async () => {
    const started = { ...product, releaseStartedAt: '2026-11-23T11:00:00.000Z' } as AdminProduct;
    show(made({}, true), started);
    expect(await screen.findByText('41.2 s after the release')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Rehearse now' })).toBeNull();
    expect(screen.queryByText(/changed since/)).toBeNull();
  });
});
