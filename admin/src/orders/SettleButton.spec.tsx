import { jest } from '@jest/globals';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type AuthProvider, RecordContextProvider, ResourceContextProvider } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { lightTheme } from '../ui/theme.js';
import { SettleButton } from './SettleButton.js';

const NOTHING = { code: 'nothing-to-settle', error: 'This order has no purchase to settle.' };

function show(refusals: AdminOrder['refusals']) {
  const authProvider = { canAccess: async () => true, checkError: async () => {} } as unknown as AuthProvider;
  render(
    <AdminContext theme={lightTheme} authProvider={authProvider}>
      <ResourceContextProvider value="orders">
        <RecordContextProvider value={{ id: 'o1', orderId: 'o1', refusals } as unknown as AdminOrder}>
          <SettleButton what="settleRefund" />
          <SettleButton what="settlePurchase" />
        </RecordContextProvider>
      </ResourceContextProvider>
    </AdminContext>,
  );
}

describe('a refund that failed', () => {
  afterEach(() => jest.restoreAllMocks());

  it("is recorded as paid another way with a reason and the admin's password", async () => {
    const settled = jest.spyOn(dataProvider, 'settleRefund').mockResolvedValue({ order: {} as AdminOrder });
    show({ settlePurchase: NOTHING });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Paid another way' }));
    await user.type(screen.getByLabelText(/How it was paid/), 'Bank transfer');
    await user.type(screen.getByLabelText(/Your password/), 'an own password');
    const buttons = screen.getAllByRole('button', { name: 'Paid another way' });
    await user.click(buttons.at(-1) as HTMLElement);
    await waitFor(() => expect(settled).toHaveBeenCalledTimes(1));
    expect(settled.mock.calls[0]?.[0]).toBe('o1');
    expect(settled.mock.calls[0]?.[1]).toMatchObject({ reason: 'Bank transfer', password: 'an own password' });
  });

  it('is not offered where nothing is owed', () => {
    show({ settle: { code: 'nothing-owed', error: 'This order has no failed refund that is still open.' } });
    expect(screen.queryByRole('button', { name: 'Paid another way' })).toBeNull();
  });
});

describe('a purchase whose sale and payment differ', () => {
  afterEach(() => jest.restoreAllMocks());
  const settle = { code: 'nothing-owed', error: 'This order has no failed refund that is still open.' };

  it("is settled with a reason and the admin's password", async () => {
    const settled = jest.spyOn(dataProvider, 'settlePurchase').mockResolvedValue({ order: {} as AdminOrder });
    show({ settle });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Purchase settled' }));
    await user.type(screen.getByLabelText(/How it was settled/), 'Given back');
    await user.type(screen.getByLabelText(/Your password/), 'an own password');
    await user.click(screen.getAllByRole('button', { name: 'Purchase settled' }).at(-1) as HTMLElement);
    await waitFor(() => expect(settled).toHaveBeenCalledTimes(1));
    expect(settled.mock.calls[0]?.[1]).toMatchObject({ reason: 'Given back', password: 'an own password' });
  });

  it('is not offered where there is none, or where it is settled', () => {
    for (const settlePurchase of [NOTHING, { code: 'done', error: 'This has already been settled.' }]) {
      show({ settle, settlePurchase });
      expect(screen.queryByRole('button', { name: 'Purchase settled' })).toBeNull();
    }
  });
});
