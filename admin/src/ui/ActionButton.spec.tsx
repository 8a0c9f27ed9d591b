import { jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type AuthProvider, HttpError, ResourceContextProvider, required, TextInput } from 'react-admin';
import { ActionButton } from './ActionButton.js';
import { lightTheme } from './theme.js';

type Run = (values: { reason: string }, key: string) => Promise<unknown>;

function show(run: Run, mayWrite = true) {
  const onDone = jest.fn();
  const canAccess = jest.fn(async () => mayWrite);
  const page = (refusal?: string) => (
    <AdminContext
      theme={lightTheme}
      authProvider={{ canAccess, checkError: async () => {} } as unknown as AuthProvider}
    >
      <ResourceContextProvider value="orders">
        <ActionButton<{ reason: string }, unknown>
          label="Refund"
          pending="Refunding…"
          title="Refund this order?"
          explain="The money goes back."
          done="On its way."
          run={run}
          onDone={onDone}
          {...(refusal ? { refusal } : {})}
        >
          <TextInput source="reason" label="Reason" validate={required()} />
        </ActionButton>
      </ResourceContextProvider>
    </AdminContext>
  );
  const { rerender } = render(page());
  const refuse = (refusal: string) => rerender(page(refusal));
  return { user: userEvent.setup(), onDone, canAccess, refuse };
}

async function open(user: ReturnType<typeof userEvent.setup>, reason: string) {
  await user.click(await screen.findByRole('button', { name: 'Refund' }));
  if (reason) await user.type(screen.getByLabelText(/Reason/), reason);
}
const confirm = () => screen.getByRole('button', { name: /^Refund/ });

describe('an action', () => {
  it('asks for confirmation, then closes', async () => {
    const run = jest.fn<Run>().mockResolvedValue({});
    const { user, onDone } = show(run);
    await open(user, 'Wrong size');
    expect(run).not.toHaveBeenCalled();
    await user.click(confirm());
    await waitFor(() => expect(screen.queryByText('Refund this order?')).toBeNull());
    expect(run).toHaveBeenCalledTimes(1);
    expect(run.mock.calls[0]?.[0]).toEqual({ reason: 'Wrong size' });
    expect(onDone).toHaveBeenCalledTimes(1);
  });

  it('cannot be sent twice or closed while it runs', async () => {
    let finish = (_answer: object) => {};
    const { user } = show(() => new Promise((resolve) => (finish = resolve)));
    await open(user, 'Wrong size');
    await user.click(confirm());
    expect(await screen.findByRole('button', { name: 'Refunding…' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Back' })).toBeDisabled();
    finish({});
    await waitFor(() => expect(screen.queryByText('Refund this order?')).toBeNull());
  });

  it('that can no longer be used keeps an open question and what was typed, and says so once that is closed', async () => {
    const { user, refuse } = show(async () => ({}));
    await open(user, 'Wrong size');
    refuse('This order is refunded already.');
    expect(screen.getByLabelText(/Reason/)).toHaveValue('Wrong size');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('button', { name: 'Refund' })).toHaveAttribute('aria-disabled');
  });

  it("shows the server's text, and a repeat is the same intent until the values change", async () => {
    const run = jest.fn<Run>().mockRejectedValue(new Error('Nothing was charged.'));
    const { user, onDone } = show(run);
    await open(user, 'Wrong size');
    await user.click(confirm());
    expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was charged.');
    await user.click(confirm());
    await waitFor(() => expect(run).toHaveBeenCalledTimes(2));
    await screen.findByRole('alert');
    await user.type(screen.getByLabelText(/Reason/), ' arrived');
    await user.click(confirm());
    await waitFor(() => expect(run).toHaveBeenCalledTimes(3));
    const [first, again, changed] = run.mock.calls.map(([, key]) => key);
    expect(again).toBe(first);
    expect(changed).not.toBe(first);
    expect(onDone).not.toHaveBeenCalled();
  });

  it('asks for the password and a code once the server requires a step-up', async () => {
    const refused = new HttpError('Please enter your own password to do this.', 403, { code: 'password-required' });
    const run = jest.fn<Run>().mockRejectedValueOnce(refused).mockResolvedValue({});
    const { user } = show(run);
    await open(user, 'Wrong size');
    expect(screen.queryByLabelText(/Your password/)).toBeNull();
    await user.click(confirm());
    await user.type(await screen.findByLabelText(/Your password/), 'correct horse');
    await user.type(screen.getByLabelText(/One-time code/), '123456');
    await user.click(confirm());
    await waitFor(() => expect(screen.queryByText('Refund this order?')).toBeNull());
    expect(run.mock.calls[1]?.[0]).toEqual({ reason: 'Wrong size', password: 'correct horse', otp: '123456' });
  });

  it('is not sent without required input', async () => {
    const run = jest.fn<Run>();
    const { user } = show(run);
    await open(user, '');
    await user.click(confirm());
    await waitFor(() => expect(screen.getByLabelText(/Reason/)).toBeInvalid());
    expect(run).not.toHaveBeenCalled();
  });

  it('is not offered to those who only read', async () => {
    const { canAccess } = show(jest.fn<Run>(), false);
    await waitFor(() => expect(canAccess).toHaveBeenCalledWith(expect.objectContaining({ action: 'edit' })));
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  });
});
