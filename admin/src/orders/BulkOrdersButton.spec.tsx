import { jest } from '@jest/globals';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, HttpError, ListContextProvider, ResourceContextProvider } from 'react-admin';
import { clearSession, writeSession } from '../session.js';
import { BulkOrdersButton, type BulkOrdersButtonProps } from './BulkOrdersButton.js';

type Run = BulkOrdersButtonProps['run'];

function show(run: Run, ids: readonly string[], asksProof = true) {
  render(
    <CoreAdminContext>
      <ResourceContextProvider value="orders">
        <ListContextProvider value={{ selectedIds: ids } as never}>
          <BulkOrdersButton
            label="Refund orders"
            pending="Refunding…"
            done="refunded"
            explain="The money goes back."
            helperText="One for all."
            asksProof={asksProof}
            run={run}
            nameOf={(id) => `Order ${id}`}
          />
        </ListContextProvider>
      </ResourceContextProvider>
    </CoreAdminContext>,
  );
  return userEvent.setup({ delay: null });
}

const rows = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('a bulk action on orders', () => {
  it('asks for one reason and the password once, by keyboard alone, and lists failures with reasons', async () => {
    const run = jest.fn<Run>(async ({ ids }) => ({
      results: ids.map((id) =>
        id === 'b' ? { id, success: false, code: 'not-charged', error: 'Nothing was charged.' } : { id, success: true },
      ),
    }));
    const user = show(run, ['a', 'b', 'c']);
    await user.tab();
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Refund orders: 3 orders' });
    expect(rows(within(dialog).getByRole('list', { name: 'Chosen orders' }))).toEqual([
      'Order a',
      'Order b',
      'Order c',
    ]);
    expect(within(dialog).getByLabelText(/^Reason/)).toHaveFocus();
    await user.keyboard('Came torn');
    await user.type(within(dialog).getByLabelText(/^Your password/), 'the password{Enter}');
    expect(await screen.findByRole('status')).toHaveTextContent('2 orders refunded, 1 not.');
    expect(rows(within(dialog).getByRole('list', { name: 'Not refunded' }))).toEqual(['Order bNothing was charged.']);
    expect(run.mock.calls.map(([body]) => body)).toEqual([
      expect.objectContaining({ ids: ['a', 'b', 'c'], reason: 'Came torn', password: 'the password' }),
    ]);
    expect(within(dialog).getByRole('button', { name: 'Close' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('repeats under the same key after a lost answer, and under another for another reason', async () => {
    const run = jest.fn<Run>().mockRejectedValue(new HttpError('The server cannot be reached.', 0));
    const user = show(run, ['a'], false);
    await user.click(screen.getByRole('button', { name: 'Refund orders' }));
    const send = () => user.keyboard('{Enter}');
    await user.keyboard('Came torn');
    await send();
    expect(await screen.findByRole('alert')).toHaveTextContent('The server cannot be reached.');
    await send();
    await user.keyboard(' twice');
    await send();
    const [first, second, third] = run.mock.calls.map(([, key]) => key);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('keeps the reason when the session ends, and never the password', async () => {
    const ada = { token: 'jwt', uuid: 'a1', name: 'Ada', isAdmin: true };
    writeSession(ada);
    const user = show(jest.fn<Run>(), ['a']);
    const button = () => screen.getByRole('button', { name: 'Refund orders' });
    await user.click(button());
    await user.keyboard('Came torn');
    await user.type(screen.getByLabelText(/^Your password/), 'the password');
    clearSession();
    cleanup();
    writeSession(ada);
    show(jest.fn<Run>(), ['a']);
    await user.click(button());
    expect(await screen.findByText('This is what you typed before. It is not saved yet.')).toBeInTheDocument();
    expect(screen.getByLabelText(/^Reason/)).toHaveValue('Came torn');
    expect(screen.getByLabelText(/^Your password/)).toHaveValue('');
    cleanup();
    clearSession();
  });

  it('keeps its input after a click beside the dialog', async () => {
    const user = show(jest.fn<Run>(), ['a'], false);
    const beside = () => screen.getByRole('dialog').parentElement ?? document.body;
    await user.click(screen.getByRole('button', { name: 'Refund orders' }));
    await user.keyboard('Came torn');
    await user.click(beside());
    expect(screen.getByLabelText(/^Reason/)).toHaveValue('Came torn');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is not offered for more orders than one request may contain', () => {
    show(
      jest.fn<Run>(),
      Array.from({ length: 101 }, (_, at) => `o-${at}`),
    );
    expect(screen.getByRole('button', { name: 'Refund orders' })).toHaveAttribute('aria-disabled', 'true');
  });
});
