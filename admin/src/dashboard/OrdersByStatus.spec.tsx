import { jest } from '@jest/globals';
import type { OrderCounts } from '@supreme-access/contract/api-types.js';
import { ORDER_STATUSES } from '@supreme-access/contract/statuses.js';
import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { CoreAdminContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { OrdersByStatus } from './OrdersByStatus.js';

const COUNTS = Object.fromEntries(ORDER_STATUSES.map((status, index) => [status, index])) as OrderCounts;

describe('orders by status, on the board', () => {
  afterEach(() => jest.restoreAllMocks());

  const show = () =>
    render(
      <CoreAdminContext queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <OrdersByStatus refresh={60_000} />
      </CoreAdminContext>,
    );
  const counts = () => screen.getAllByRole('link').map((row) => row.lastChild?.textContent);

  it('are counted in one question', async () => {
    const asked = jest.spyOn(dataProvider, 'orderCounts').mockResolvedValue(COUNTS);
    show();
    expect(counts()).toEqual(ORDER_STATUSES.map(() => '–'));
    await screen.findByText(String(ORDER_STATUSES.length - 1));
    expect(counts()).toEqual(ORDER_STATUSES.map((_, index) => String(index)));
    expect(asked).toHaveBeenCalledTimes(1);
    expect(asked).toHaveBeenCalledWith({ livemode: true }, expect.anything());
  });

  it('say why they cannot be counted', async () => {
    jest.spyOn(dataProvider, 'orderCounts').mockRejectedValue(new Error('The server does not answer.'));
    show();
    expect(await screen.findByRole('alert')).toHaveTextContent('The server does not answer.');
    expect(counts()).toEqual(ORDER_STATUSES.map(() => '–'));
  });
});
