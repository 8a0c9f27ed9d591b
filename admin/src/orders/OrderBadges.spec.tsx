import { jest } from '@jest/globals';
import type { OrderCounts } from '@supreme-access/contract/shapes/orders.js';
import { ORDER_STATUSES } from '@supreme-access/contract/statuses.js';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type DataProvider, ListBase, TestMemoryRouter } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { OrderBadges } from './OrderBadges.js';

const NONE = Object.fromEntries(ORDER_STATUSES.map((status) => [status, 0])) as OrderCounts;

describe('the chips above the orders', () => {
  afterEach(() => jest.restoreAllMocks());

  it('show the number of each status under all other filters', async () => {
    const orderCounts = jest
      .spyOn(dataProvider, 'orderCounts')
      .mockImplementation(async (filter) => ('productTitle' in filter ? NONE : { ...NONE, pending: 3, fail: 1 }));
    const getList = async (resource: string) =>
      resource === 'products' ? { data: [{ id: 'p1', productTitle: 'Cap' }], total: 1 } : { data: [], total: 0 };
    render(
      <TestMemoryRouter>
        <AdminContext dataProvider={{ getList } as unknown as DataProvider}>
          <ListBase resource="orders" disableSyncWithLocation>
            <OrderBadges />
          </ListBase>
        </AdminContext>
      </TestMemoryRouter>,
    );
    const user = userEvent.setup();
    const chip = (name: string) => within(screen.getByRole('group', { name: 'Status' })).findByRole('button', { name });
    expect(await chip('All 4')).toHaveAttribute('aria-pressed', 'true');
    await user.click(await chip('Pending 3'));
    expect(await chip('Refunded, not charged 1')).toHaveAttribute('aria-pressed', 'false');
    await user.click(await screen.findByRole('button', { name: 'Cap' }));
    await chip('Pending 0');
    const requests = orderCounts.mock.calls.map(([filter]) => filter);
    expect(requests).toEqual(expect.arrayContaining([{}, { productTitle: ['Cap'] }]));
    expect(requests).not.toContainEqual(expect.objectContaining({ status: 'pending' }));
  });
});
