import { jest } from '@jest/globals';
import type { Dispute } from '@supreme-access/contract/shapes/proofs.js';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type DataProvider, ListContextProvider } from 'react-admin';
import { DisputeRows } from './DisputeList.js';

const OPEN: Dispute = {
  id: 'dp_1',
  disputeId: 'dp_1',
  orderId: 'o1',
  productTitle: 'Box Hoodie',
  amount: 25,
  currency: 'usd',
  reason: 'product_not_received',
  dueBy: '2026-11-20T12:00:00.000Z',
  state: 'open',
  status: 'warning_needs_response',
  pastDue: true,
  openedAt: '2026-11-13T12:00:00.000Z',
  closedAt: null,
};
const WON: Dispute = {
  ...OPEN,
  id: 'dp_2',
  orderId: 'o2',
  state: 'won',
  status: 'won',
  pastDue: false,
  reason: null,
  dueBy: null,
};

function show(data: Dispute[]) {
  const evidenceFile = jest.fn(async (orderId: string) => ({ orderId }));
  render(
    <AdminContext dataProvider={{ evidenceFile } as unknown as DataProvider}>
      <ListContextProvider value={{ data, total: data.length, isPending: false, isLoading: false } as never}>
        <DisputeRows />
      </ListContextProvider>
    </AdminContext>,
  );
  return evidenceFile;
}

describe('a dispute', () => {
  it('shows the deadline, reason and state, and leads to its order', () => {
    show([OPEN, WON]);
    const [open, won] = screen.getAllByRole('listitem');
    expect(open).toHaveTextContent(
      /Box Hoodie\$25\.00.*Open warning needs response.*product not received.*2026.* past due/,
    );
    expect(won).toHaveTextContent(/Won.*Unknown\. See Stripe\./);
    const links = screen.getAllByRole('link', { name: 'Box Hoodie' });
    expect(links.map((link) => link.getAttribute('href')?.replace(/^#/, ''))).toEqual([
      '/orders/o1/show',
      '/orders/o2/show',
    ]);
  });

  it('downloads the evidence file of its order', async () => {
    URL.createObjectURL = () => '#none';
    URL.revokeObjectURL = () => undefined;
    const evidenceFile = show([OPEN]);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Evidence file' }));
    expect(evidenceFile.mock.calls).toEqual([['o1']]);
  });
});
