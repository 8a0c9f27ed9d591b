import type { OrderCounts } from '@supreme-access/contract/shapes/orders.js';
import { ORDER_STATUSES } from '@supreme-access/contract/statuses.js';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { OrdersByStatus } from './OrdersByStatus.js';

const COUNTS = Object.fromEntries(ORDER_STATUSES.map((status, index) => [status, index])) as OrderCounts;

describe('orders by status, on the dashboard', () => {
  const counts = () => screen.getAllByRole('link').map((row) => row.lastChild?.textContent);

  it('are counted, with links to their lists', () => {
    render(<OrdersByStatus counts={COUNTS} />, { wrapper: MemoryRouter });
    expect(counts()).toEqual(ORDER_STATUSES.map((_, index) => String(index)));
    const [first] = screen.getAllByRole('link');
    const { searchParams } = new URL(first?.getAttribute('href') ?? '', 'http://admin');
    expect(JSON.parse(searchParams.get('filter') ?? '')).toEqual({ livemode: true, status: ORDER_STATUSES[0] });
  });

  it('keep their places while they load', () => {
    render(<OrdersByStatus counts={undefined} />, { wrapper: MemoryRouter });
    expect(counts()).toEqual(ORDER_STATUSES.map(() => '–'));
  });
});
