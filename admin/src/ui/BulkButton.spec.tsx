import { jest } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type AuthProvider, HttpError, ListContextProvider, ResourceContextProvider } from 'react-admin';
import { BulkButton } from './BulkButton.js';

type Run = (id: string, key: string) => Promise<unknown>;

const refused = () => new HttpError('This order has not ended yet.', 409, { code: 'order-open' });
const lost = () => new HttpError('The server cannot be reached.', 0);

async function show(run: Run, ids = ['a', 'b', 'c']) {
  const logout = jest.fn(async () => false);
  const authProvider = {
    canAccess: async () => true,
    checkAuth: async () => {},
    logout,
    checkError: async ({ status }: { status: number }) => {
      if (status === 401) throw new Error('over');
    },
  };
  render(
    <AdminContext authProvider={authProvider as unknown as AuthProvider}>
      <ResourceContextProvider value="orders">
        <ListContextProvider value={{ selectedIds: ids } as never}>
          <BulkButton label="Archive orders" title="Archive?" explain="Off." run={run} nameOf={(id) => `Order ${id}`} />
        </ListContextProvider>
      </ResourceContextProvider>
    </AdminContext>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Archive orders' }));
  const dialog = within(await screen.findByRole('dialog'));
  return { user, dialog, logout, start: () => user.click(dialog.getByRole('button', { name: 'Archive orders' })) };
}

const rowTexts = (dialog: ReturnType<typeof within>) =>
  dialog.getAllByRole('listitem').map(({ textContent }: HTMLElement) => textContent);

describe('a bulk action', () => {
  it('sends one command per row, in sequence, each under its own key', async () => {
    let open = 0;
    let most = 0;
    const run = jest.fn<Run>(async () => {
      open += 1;
      most = Math.max(most, open);
      await Promise.resolve();
      open -= 1;
    });
    const { dialog, start } = await show(run);
    expect(run).not.toHaveBeenCalled();
    await start();
    expect(await dialog.findByText('3 of 3 done')).toBeVisible();
    expect(run.mock.calls.map(([id]) => id)).toEqual(['a', 'b', 'c']);
    expect(new Set(run.mock.calls.map(([, key]) => key)).size).toBe(3);
    expect(most).toBe(1);
    expect(dialog.queryByRole('button', { name: 'Archive orders' })).toBeNull();
  });

  it('reports each outcome, continues after a refusal, and repeats failed rows under the same key', async () => {
    const answers = [undefined, refused(), lost(), refused(), undefined];
    const run = jest.fn<Run>(async () => {
      const answer = answers.shift();
      if (answer) throw answer;
    });
    const { user, dialog, start } = await show(run);
    await start();
    expect(await dialog.findByText('1 of 3 done, 2 not done')).toBeVisible();
    expect(rowTexts(dialog)).toEqual([
      'Order aDone',
      'Order bNot doneThis order has not ended yet.',
      'Order cNot doneThe server cannot be reached.',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Try the rest again' }));
    expect(await dialog.findByText('2 of 3 done, 1 not done')).toBeVisible();
    const calls = run.mock.calls;
    expect(calls.map(([id]) => id)).toEqual(['a', 'b', 'c', 'b', 'c']);
    expect([calls[3]?.[1], calls[4]?.[1]]).toEqual([calls[1]?.[1], calls[2]?.[1]]);
  });

  it('stops after the running row', async () => {
    let finish = () => {};
    const run = jest.fn<Run>(() => new Promise<void>((resolve) => (finish = resolve)));
    const { user, dialog, start } = await show(run);
    await start();
    await user.click(await dialog.findByRole('button', { name: 'Stop' }));
    finish();
    expect(await dialog.findByText('1 of 3 done')).toBeVisible();
    expect(rowTexts(dialog)).toEqual(['Order aDone', 'Order bWaiting', 'Order cWaiting']);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('stops where the right to it was taken away', async () => {
    const run = jest.fn<Run>().mockRejectedValue(new HttpError('This needs another role.', 403));
    const { dialog, start } = await show(run);
    await start();
    expect(await dialog.findByText(/This needs another role/)).toBeVisible();
    expect(rowTexts(dialog).slice(1)).toEqual(['Order bWaiting', 'Order cWaiting']);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('ends with the session', async () => {
    const run = jest.fn<Run>().mockRejectedValue(new HttpError('Please log in.', 401));
    const { logout, start } = await show(run);
    await start();
    await waitFor(() => expect(logout).toHaveBeenCalled());
    expect(run).toHaveBeenCalledTimes(1);
  });
});
