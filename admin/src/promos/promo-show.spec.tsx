import type { AdminPromo, PromoUse, PromoUseOverTime } from '@supreme-access/contract/shapes/products.js';
import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type AuthProvider, ResourceContextProvider } from 'react-admin';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { answerRequests } from '../../../test/fixtures/admin/requests.js';
import { dataProvider } from '../data-provider.js';
import { PromoShow } from './PromoShow.js';

const PROMO: AdminPromo = {
  id: 'EARLY25',
  promoCode: 'EARLY25',
  percent: 25,
  startsAt: null,
  endsAt: null,
  limit: 10,
  limitPerAccount: null,
  redeemed: 2,
  ended: false,
  version: 1,
};
const OVER_TIME: PromoUseOverTime = {
  held: 2,
  returned: 1,
  left: 8,
  days: [
    { day: '2026-11-21', redeemed: 3, returned: 0 },
    { day: '2026-11-22', redeemed: 0, returned: 1 },
  ],
};
const USE: PromoUse = {
  id: 'o-1',
  orderId: 'o-1',
  productId: 'p-1',
  percent: 25,
  redeemedAt: '2026-11-21T11:00:00.000Z',
  returnedAt: '2026-11-22T11:00:00.000Z',
};

const realFetch = globalThis.fetch;
afterAll(() => {
  globalThis.fetch = realFetch;
});

function show(answers: Record<string, unknown>) {
  const requests = answerRequests(answers);
  const auth = { canAccess: async () => true, checkAuth: async () => {}, checkError: async () => {} };
  render(
    <MemoryRouter initialEntries={['/promos/EARLY25/show']}>
      <AdminContext
        authProvider={auth as unknown as AuthProvider}
        dataProvider={dataProvider}
        queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ResourceContextProvider value="promos">
          <Routes>
            <Route path="/promos/:id/show" element={<PromoShow />} />
          </Routes>
        </ResourceContextProvider>
      </AdminContext>
    </MemoryRouter>,
  );
  return requests;
}

describe('the page of a promo code', () => {
  const page = { '/api/admin/promos/EARLY25': PROMO, '/api/admin/promos/EARLY25/days': OVER_TIME };

  it('shows its uses in total, by day, and by order', async () => {
    show({ ...page, '/api/admin/promos/EARLY25/uses': [USE] });
    expect(await screen.findByRole('heading', { name: 'EARLY25' })).toBeInTheDocument();
    await screen.findByRole('figure', { name: 'Usage per day' });
    const counts = ['Used by orders', 'Returned', 'Left'].map(
      (name) => screen.getAllByText(name).find(({ tagName }) => tagName === 'DT')?.nextSibling?.textContent,
    );
    expect(counts).toEqual(['2', '1', '8']);
    expect(await screen.findByRole('link', { name: 'o-1' })).toHaveAttribute('href', '/orders/o-1/show');
    await userEvent.click(screen.getByText('As a table'));
    expect((await screen.findAllByRole('row')).slice(1).map(({ textContent }) => textContent)).toEqual([
      '21 Nov 202630',
      '22 Nov 202601',
    ]);
  });

  it('requests a longer period on demand, up to today', async () => {
    const requests = show({ ...page, '/api/admin/promos/EARLY25/uses': [] });
    expect(await screen.findByText('No uses yet.')).toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: '90 days' }));
    const from = () =>
      requests.flatMap(({ path }) => new URL(path, 'http://localhost').searchParams.get('from') ?? []).map(Date.parse);
    expect(await screen.findByRole('button', { name: '90 days', pressed: true })).toBeInTheDocument();
    const [first = 0, second = 0] = from();
    expect((first - second) / 86_400_000).toBe(60);
  });

  it('reports an unknown code', async () => {
    show({});
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no such thing.');
  });
});
