import { jest } from '@jest/globals';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  AdminContext,
  type AuthProvider,
  RecordContextProvider,
  ResourceContextProvider,
  TestMemoryRouter,
} from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { lightTheme } from '../ui/theme.js';
import { OrderRowActions } from './OrderRows.js';

const ORDER = {
  ...{ id: 'o1', orderId: 'o1', email: 'ada@example.org', status: 'success', currency: 'usd' },
  ...{ charged: 25, refunded: 5, refundable: 20 },
  refusals: { withdraw: { code: 'release-started', error: 'The release has started.' } },
} as unknown as AdminOrder;

function shown(answer: Promise<boolean>) {
  const authProvider = { canAccess: () => answer, checkError: async () => {} } as unknown as AuthProvider;
  render(
    <TestMemoryRouter>
      <AdminContext theme={lightTheme} authProvider={authProvider}>
        <ResourceContextProvider value="orders">
          <RecordContextProvider value={ORDER}>
            <OrderRowActions />
          </RecordContextProvider>
        </ResourceContextProvider>
      </AdminContext>
    </TestMemoryRouter>,
  );
  return screen.getByRole('button', { name: 'Actions on the order of ada@example.org' });
}

async function opened() {
  const user = userEvent.setup();
  const dots = shown(Promise.resolve(true));
  await waitFor(() => expect(dots).toBeEnabled());
  await user.tab();
  expect(dots).toHaveFocus();
  await user.keyboard('{Enter}');
  const item = (name: RegExp) => screen.findByRole('menuitem', { name });
  await waitFor(async () => expect(await item(/^Resend/)).toHaveFocus());
  return { user, dots, item };
}

describe("the menu of an order's row", () => {
  afterEach(() => jest.restoreAllMocks());

  it('is navigated by keyboard, and returns the focus', async () => {
    const { user, dots, item } = await opened();
    await user.keyboard('{ArrowDown}');
    expect(await item(/^Refund/)).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dots).toHaveFocus());
  });

  it('opens once its actions have loaded', async () => {
    let answer: (may: boolean) => void = () => {};
    const dots = shown(new Promise((resolve) => (answer = resolve)));
    expect(dots).toBeDisabled();
    answer(true);
    await waitFor(() => expect(dots).toBeEnabled());
  });

  it('shows why an action is refused, and does not run it', async () => {
    const { user, item } = await opened();
    const withdraw = await item(/^Withdraw/);
    expect(withdraw).toHaveTextContent('The release has started.');
    expect(withdraw).toHaveAttribute('aria-disabled', 'true');
    await user.click(withdraw);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks for the amount of a refund, which starts with what remains', async () => {
    const refund = jest.spyOn(dataProvider, 'refund').mockResolvedValue({ order: ORDER });
    const { user, item } = await opened();
    await user.click(await item(/^Refund/));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund this order?' }));
    expect(dialog.getByLabelText('Amount')).toHaveValue('20');
    expect(refund).not.toHaveBeenCalled();
    await user.type(dialog.getByLabelText(/Reason/), 'a scratch');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await waitFor(() =>
      expect(refund).toHaveBeenCalledWith('o1', { reason: 'a scratch', amount: 20 }, expect.any(String)),
    );
  });
});
