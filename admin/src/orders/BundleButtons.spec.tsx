import { jest } from '@jest/globals';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type AuthProvider, RecordContextProvider, ResourceContextProvider } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { lightTheme } from '../ui/theme.js';
import { BundleButtons } from './BundleButtons.js';

function show(mayWrite: boolean) {
  const authProvider = { canAccess: async () => mayWrite, checkError: async () => {} } as unknown as AuthProvider;
  render(
    <AdminContext theme={lightTheme} authProvider={authProvider}>
      <ResourceContextProvider value="orders">
        <RecordContextProvider value={{ id: 'o1', orderId: 'o1' } as AdminOrder}>
          <BundleButtons />
        </RecordContextProvider>
      </ResourceContextProvider>
    </AdminContext>,
  );
}

describe('the evidence bundle of an order', () => {
  beforeEach(() => {
    URL.createObjectURL = () => 'blob:bundle';
    URL.revokeObjectURL = () => undefined;
  });
  afterEach(() => jest.restoreAllMocks());

  it('is saved by an auditor, without the emails', async () => {
    const bundle = jest.spyOn(dataProvider, 'bundle').mockResolvedValue(new Blob(['PK']));
    show(false);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Evidence bundle' }));
    await waitFor(() => expect(bundle).toHaveBeenCalledWith('o1'));
    expect(screen.queryByRole('button', { name: 'Bundle with emails' })).toBeNull();
  });

  it("has the emails for an admin's password and a reason", async () => {
    const bundleWithMails = jest.spyOn(dataProvider, 'bundleWithMails').mockResolvedValue(new Blob(['PK']));
    show(true);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Bundle with emails' }));
    await user.type(screen.getByLabelText(/Reason/), 'A complaint');
    await user.type(screen.getByLabelText(/Your password/), 'an own password');
    const buttons = screen.getAllByRole('button', { name: 'Bundle with emails' });
    await user.click(buttons.at(-1) as HTMLElement);
    await waitFor(() => expect(bundleWithMails).toHaveBeenCalledTimes(1));
    expect(bundleWithMails.mock.calls[0]?.[1]).toMatchObject({ reason: 'A complaint', password: 'an own password' });
  });
});
