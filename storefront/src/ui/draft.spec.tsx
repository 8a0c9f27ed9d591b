import { jest } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { endSession, signIn, signOut } from '../api/session.js';
import { useDraft } from './draft.js';

const MIRA = { token: 'jwt', uuid: 'account-1', name: 'Mira', isAdmin: false };
const NOA = { ...MIRA, uuid: 'account-2' };

function Step({ account = '' }: { account?: string }) {
  const form = useForm({
    values: { name: account, card: '' },
    resetOptions: { keepDirtyValues: true },
  });
  const forget = useDraft('step', form, ['name']);
  return (
    <form>
      <input aria-label="Name" {...form.register('name')} />
      <input aria-label="Card" {...form.register('card')} />
      <button type="button" onClick={forget}>
        Save
      </button>
    </form>
  );
}
const shown = () => screen.getByLabelText<HTMLInputElement>('Name').value;
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const reload = (account?: string) => {
  cleanup();
  return render(<Step account={account} />);
};

beforeEach(() => {
  sessionStorage.clear();
  signIn(MIRA);
});

describe('a draft', () => {
  it('restores typed text after a reload, even when the account has other data', async () => {
    const { rerender } = render(<Step />);
    await type('Name', 'Mira Ok');
    rerender(<Step account="Somebody" />);
    expect(shown()).toBe('Mira Ok');
    const again = reload();
    again.rerender(<Step account="Somebody" />);
    expect(shown()).toBe('Mira Ok');
  });

  it("is not made from the account's data", () => {
    const { rerender } = render(<Step />);
    rerender(<Step account="Mira Okafor" />);
    reload('Mira Newname');
    expect(shown()).toBe('Mira Newname');
  });

  it('holds only the listed fields', async () => {
    render(<Step />);
    await type('Card', '4242');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('4242');
  });

  it('is deleted once the step is saved', async () => {
    render(<Step />);
    await type('Name', 'Mira');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    reload();
    expect(shown()).toBe('');
  });

  it('belongs to the account that typed it, and is deleted at log-out', async () => {
    render(<Step />);
    await type('Name', 'Mira');
    signIn(NOA);
    reload();
    expect(shown()).toBe('');
    signIn(MIRA);
    reload();
    expect(shown()).toBe('');
    await type('Name', 'Mira');
    signOut();
    signIn(MIRA);
    reload();
    expect(shown()).toBe('');
  });

  it('waits for the same account to log in again after its session has ended', async () => {
    render(<Step />);
    await type('Name', 'Mi');
    endSession();
    await type('Name', 'ra');
    signIn(MIRA);
    reload();
    expect(shown()).toBe('Mira');
  });

  it('ends with a log-out in another tab', async () => {
    render(<Step />);
    await type('Name', 'Mira');
    localStorage.removeItem('user');
    window.dispatchEvent(new StorageEvent('storage', { key: 'loggedOut' }));
    await type('Name', ' Okafor');
    expect({ ...sessionStorage }).not.toHaveProperty(['draft:account-1:step']);
    reload();
    expect(shown()).toBe('');
  });

  it('ends where another tab logs in to another account', async () => {
    render(<Step />);
    await type('Name', 'Mira');
    endSession();
    for (const { uuid, isKept } of [
      { uuid: MIRA.uuid, isKept: true },
      { uuid: NOA.uuid, isKept: false },
    ]) {
      const newValue = JSON.stringify({ ...MIRA, uuid });
      window.dispatchEvent(new StorageEvent('storage', { key: 'user', newValue }));
      expect(Object.keys(sessionStorage)).toHaveLength(isKept ? 1 : 0);
    }
  });

  it('is not kept where the browser denies storage, and the form still works', async () => {
    const denied = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    render(<Step />);
    await type('Name', 'Mira');
    expect(shown()).toBe('Mira');
    denied.mockRestore();
  });
});
