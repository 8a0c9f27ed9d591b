import { jest } from '@jest/globals';
import type { ListedAccount } from '@supreme-access/contract/shapes/people.js';
import { QueryClient } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { AdminContext, type AuthProvider, RecordContextProvider, ResourceContextProvider } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { answerRequests, type SentRequest } from '../../../test/fixtures/admin/requests.js';
import { dataProvider } from '../data-provider.js';
import { lightTheme } from '../ui/theme.js';
import { AccountAccess } from './AccountAccess.js';
import { AccountMails } from './AccountMails.js';
import { AccountProfiles } from './AccountProfiles.js';
import { AccountSecurity } from './AccountSecurity.js';
import { EndSessionsButton } from './EndSessionsButton.js';
import { EraseButton } from './EraseButton.js';
import { GrantRoleButton } from './GrantRoleButton.js';
import { LockButton } from './LockButton.js';

const ME = 'a-me';
const ADA: ListedAccount = {
  id: 'a-ada',
  uuid: 'a-ada',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  phone: '',
  roles: ['shopper'],
  isAdmin: false,
  locked: false,
  emailVerified: true,
  customer_id: null,
  billingLast4: null,
  mailBounced: null,
  registeredAt: '2026-11-20T11:00:00.000Z',
  erased: false,
};

const realFetch = globalThis.fetch;
afterAll(() => {
  globalThis.fetch = realFetch;
});

interface Shown {
  account?: ListedAccount;
  mayWrite?: boolean;
  answers?: Record<string, unknown>;
}

function show(element: ReactElement, { account = ADA, mayWrite = true, answers = {} }: Shown = {}) {
  const requests = answerRequests({ '/api/admin/orders': [], ...answers });
  const canAccess = async () => mayWrite;
  const getIdentity = async () => ({ id: ME, fullName: 'Grace' });
  const authProvider = { canAccess, getIdentity, checkAuth: async () => {}, checkError: async () => {} };
  render(
    <MemoryRouter>
      <AdminContext
        theme={lightTheme}
        authProvider={authProvider as unknown as AuthProvider}
        dataProvider={dataProvider}
        queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ResourceContextProvider value="accounts">
          <RecordContextProvider value={account}>{element}</RecordContextProvider>
        </ResourceContextProvider>
      </AdminContext>
    </MemoryRouter>,
  );
  return { requests, user: userEvent.setup() };
}

const commands = (requests: SentRequest[]) => requests.filter(({ method }) => method !== 'GET');

describe('the actions on an account', () => {
  it.each([
    [
      'erase',
      <EraseButton key="e" />,
      'Erase',
      { Reason: 'asked by letter', 'Your password': 'correct horse' },
      { reason: 'asked by letter', password: 'correct horse' },
    ],
    ['sessions/end', <EndSessionsButton key="s" />, 'End all sessions', { Reason: 'stolen' }, { reason: 'stolen' }],
    ['lock', <LockButton key="l" />, 'Lock', { Reason: 'stolen' }, { reason: 'stolen' }],
  ])('send one command: %s', async (what, button, label, typed, body) => {
    const path = `/api/admin/accounts/a-ada/${what}`;
    const { requests, user } = show(button, { answers: { [path]: { success: true, finished: true } } });
    await user.click(await screen.findByRole('button', { name: label }));
    for (const [field, text] of Object.entries(typed))
      await user.type(screen.getByLabelText(new RegExp(`^${field}`)), text);
    expect(commands(requests)).toEqual([]);
    await user.click(screen.getByRole('button', { name: label }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(commands(requests)).toEqual([{ method: 'POST', path, body: expect.objectContaining(body) }]);
  });

  it('grants a missing role with the admin’s own password', async () => {
    const path = '/api/admin/accounts/a-ada/roles';
    const account: ListedAccount = { ...ADA, roles: ['shopper', 'auditor'] };
    const { requests, user } = show(<GrantRoleButton />, { account, answers: { [path]: { success: true } } });
    await user.click(await screen.findByRole('button', { name: 'Grant role' }));
    await user.click(screen.getByRole('combobox', { name: /Role/ }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Admin: manages everything']);
    await user.click(screen.getByRole('option'));
    await user.type(screen.getByLabelText(/^Your password/), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Grant role' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const body = expect.objectContaining({ role: 'admin', password: 'correct horse' });
    expect(commands(requests)).toEqual([{ method: 'POST', path, body }]);
  });

  it.each([
    [
      'a role while the address is not proven',
      <GrantRoleButton key="g" />,
      'Grant role',
      { emailVerified: false },
      /not verified/,
    ],
    ['a role while it is locked', <GrantRoleButton key="g" />, 'Grant role', { locked: true }, /Unlock it first/],
    ['one’s own erasure', <EraseButton key="e" />, 'Erase', { id: ME }, /in the shop/],
    ['one’s own lock', <LockButton key="l" />, 'Lock', { id: ME }, /cannot lock your own account/],
    ['one’s own sessions', <EndSessionsButton key="s" />, 'End all sessions', { id: ME }, /on the Security page/],
  ])('are refused with a reason: %s', async (_, button, label, changes, reason) => {
    const { requests, user } = show(button, { account: { ...ADA, ...changes } });
    await waitFor(() => expect(screen.getByRole('button', { name: label })).toHaveAttribute('aria-disabled', 'true'));
    await user.hover(screen.getByRole('button', { name: label }));
    expect(await screen.findByText(reason)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: label }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(commands(requests)).toEqual([]);
  });

  it('refuses an erasure while an order is under way', async () => {
    const { user } = show(<EraseButton />, { answers: { '/api/admin/orders': [{ id: 'o-1' }] } });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Erase' })).toHaveAttribute('aria-disabled', 'true'));
    await user.hover(screen.getByRole('button', { name: 'Erase' }));
    expect(await screen.findByText(/bought, charged or refunded/)).toBeInTheDocument();
  });

  it('are hidden from auditors and for erased accounts', async () => {
    const buttons = (
      <>
        <EraseButton />
        <GrantRoleButton />
        <EndSessionsButton />
        <LockButton />
        <AccountProfiles account={ADA} />
      </>
    );
    const answers = { '/api/admin/accounts/a-ada/profiles': [] };
    show(buttons, { mayWrite: false, answers });
    await screen.findByText('No profiles saved.');
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the page of an account', () => {
  const access = { sessions: [], sessionsKept: false, oneTimeCodes: false, wrongPasswords: 3 };

  it('says that a shopper’s sessions are not recorded', async () => {
    show(<AccountAccess account={ADA} />, { answers: { '/api/admin/accounts/a-ada/access': access } });
    expect(await screen.findByText(/aren't recorded/)).toBeInTheDocument();
    expect(screen.getByText('3')).toBeInTheDocument();
  });

  it('lists open sessions of staff', async () => {
    const session = { id: 's-1', begunAt: '2026-11-20T11:00:00.000Z', usedAt: '2026-11-20T11:05:00.000Z' };
    const answer = { ...access, sessions: [session], sessionsKept: true };
    show(<AccountAccess account={ADA} />, { answers: { '/api/admin/accounts/a-ada/access': answer } });
    expect(await screen.findByRole('list', { name: 'Open sessions' })).toHaveTextContent(/^Since .* last used/);
  });

  it('lists mails, and why they bounced', async () => {
    const mail = {
      id: 'success-2',
      kind: 'success',
      state: 'bounced',
      orderId: 'o-1',
      requestedAt: '2026-11-20T11:00:00.000Z',
      endedAt: '2026-11-20T11:00:01.000Z',
      bounceReason: 'no-mailbox',
      reply: '550 5.1.1',
    };
    show(<AccountMails accountId="a-ada" />, { answers: { '/api/admin/accounts/a-ada/mails': [mail] } });
    expect(await screen.findByText('Bounced')).toBeInTheDocument();
    expect(screen.getByText(/The mailbox does not exist/)).toHaveTextContent('550 5.1.1');
    expect(screen.getByRole('link', { name: 'Order' })).toHaveAttribute('href', '/orders/o-1/show');
  });

  it('lists security events with actor and reason', async () => {
    const locked = {
      id: 'e-1',
      type: 'AccountLocked',
      position: 41,
      at: '2026-11-20T11:00:00.000Z',
      by: { kind: 'admin', id: ME },
      role: null,
      reason: 'their laptop was stolen',
      endedAt: null,
      correlationId: 'c-1',
    };
    show(<AccountSecurity accountId="a-ada" />, { answers: { '/api/admin/accounts/a-ada/security': [locked] } });
    expect(await screen.findByRole('link', { name: 'Account locked' })).toHaveAttribute('href', '/events/41');
    expect(screen.getByText('their laptop was stolen')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /By admin/ })).toHaveAttribute('href', `/accounts/${ME}/show`);
  });

  it('reports a list that fails to load', async () => {
    // react-admin logs every refused answer.
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    show(<AccountMails accountId="a-ada" />);
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no such thing.');
    logged.mockRestore();
  });
});
