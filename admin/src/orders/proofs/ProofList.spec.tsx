import { jest } from '@jest/globals';
import type { Proof } from '@supreme-access/contract/shapes/proofs.js';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, ListContextProvider, ResourceContextProvider } from 'react-admin';
import { dataProvider } from '../../data-provider.js';
import { ProofRows } from './ProofList.js';

const ORDER = { productTitle: 'Box Hoodie', size: 'm', style: 'Ink', email: 'ada@example.org', status: 'processing' };
const WAITING = {
  id: 'o1.mail',
  orderId: 'o1',
  status: 'waiting',
  receivedAt: '2026-11-21T12:00:00.000Z',
  mail: { from: 'ada@example.org', subject: 'Fwd: Your order', text: '<b>Bought</b>\nhttps://evil.test' },
  isAuthenticated: false,
  reference: 'o1:1',
  why: 'It contains no message signed by the retailer.',
  answer: 'never-seen',
  reason: null,
  order: ORDER,
} as unknown as Proof;
const REFUSED: Proof = {
  ...WAITING,
  id: 'o2.mail',
  orderId: 'o2',
  status: 'refused',
  mail: null,
  answer: null,
  reason: 'cancelled, says the shop',
};

function show(data: Proof[], canWrite = true) {
  const canAccess = jest.fn(async () => canWrite);
  const authProvider = { canAccess, checkAuth: async () => undefined } as never;
  render(
    <AdminContext authProvider={authProvider}>
      <ResourceContextProvider value="proofs">
        <ListContextProvider value={{ data, total: data.length, isPending: false, isLoading: false } as never}>
          <ProofRows />
        </ListContextProvider>
      </ResourceContextProvider>
    </AdminContext>,
  );
  return canAccess;
}

describe('a mail that may prove a purchase', () => {
  it('is shown as text beside its order, with the facts of both', async () => {
    show([WAITING]);
    const row = screen.getByRole('listitem');
    expect(row).toHaveTextContent(/Fwd: Your order.*<b>Bought<\/b>.*Box Hoodie.*M, Ink.*ada@example\.org/s);
    expect(row).toHaveTextContent(/Not verified.*no message signed by the retailer/s);
    expect(row).toHaveTextContent('It has no record of the attempt.');
    const links = within(row).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href')?.replace(/^#/, ''))).toEqual(['/orders/o1/show']);
    expect(await screen.findByRole('button', { name: 'Accept' })).toBeVisible();
  });

  it('shows the decision and its reason, and no buttons, once decided', () => {
    show([REFUSED]);
    expect(screen.getByRole('listitem')).toHaveTextContent(/The email was deleted.*Refused: cancelled, says the shop/s);
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  });

  it("is decided with a reason and the reviewer's password", async () => {
    const reviewed = jest.spyOn(dataProvider, 'reviewProof').mockResolvedValue({});
    try {
      show([WAITING]);
      const user = userEvent.setup();
      await user.click(await screen.findByRole('button', { name: 'Refuse' }));
      const dialog = within(screen.getByRole('dialog'));
      await user.click(dialog.getByRole('button', { name: 'Refuse' }));
      expect(reviewed).not.toHaveBeenCalled();
      await user.type(dialog.getByLabelText(/Reason/), 'cancelled');
      await user.type(dialog.getByLabelText(/Your password/), 'my own password');
      await user.click(dialog.getByRole('button', { name: 'Refuse' }));
      const given = { reason: 'cancelled', password: 'my own password', decision: 'refuse' };
      const expected = ['o1.mail', expect.objectContaining(given), expect.any(String)];
      await waitFor(() => expect(reviewed.mock.calls).toEqual([expected]));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    } finally {
      reviewed.mockRestore();
    }
  });

  it('is read-only for auditors', async () => {
    const canAccess = show([WAITING], false);
    await waitFor(() => expect(canAccess).toHaveBeenCalled());
    await act(() => Promise.all(canAccess.mock.results.map(({ value }) => value)));
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  });
});
