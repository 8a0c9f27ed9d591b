import type { AccountInfo } from '@supreme-access/contract/shapes/people.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, given, refusal, SESSION, where } from '../../../test/fixtures/storefront/app.js';

const ACCOUNT: AccountInfo = {
  uuid: 'account-1',
  name: 'Mira Okafor',
  email: 'mira@example.com',
  phone: '+12025550143',
  customer_id: null,
  billingAddress: null,
  billingLast4: null,
  profiles: 0,
  isAdmin: false,
  roles: ['shopper'],
  emailVerified: true,
  pendingEmail: null,
  mailBounced: null,
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

const inDialog = (label: string) => screen.findByLabelText(label, { selector: '[role=dialog] *' });

beforeEach(() => localStorage.setItem('user', JSON.stringify(SESSION)));

function account(of: Partial<AccountInfo>, answers: Answers = {}) {
  const { client, fetched } = given(
    '/user/account',
    Object.assign(answers, { '/api/user/info': { ...ACCOUNT, ...of } }),
  );
  return {
    client,
    posted: (path: string) =>
      fetched.mock.calls.flatMap(([url, init]) => (url === path && init?.body ? [JSON.parse(String(init.body))] : [])),
  };
}

describe('an account with a changed name', () => {
  it('updates the name of the stored session', async () => {
    account({ uuid: SESSION.uuid, name: 'Mira Adeyemi' });
    await waitFor(() =>
      expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ token: 'jwt', name: 'Mira Adeyemi' }),
    );
  });
});

describe('an answer about another account than is signed in', () => {
  it('leaves the name of the stored session', async () => {
    account({ uuid: 'another', name: 'Ada Another', email: 'another@example.com' });
    await screen.findByText('another@example.com');
    expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ name: SESSION.name });
  });
});

describe('an account whose name is changed in another tab', () => {
  it('shows the new name at once', async () => {
    account({ uuid: SESSION.uuid });
    await screen.findByText('Mira Okafor');
    localStorage.setItem('user', JSON.stringify({ ...SESSION, name: 'Mira Adeyemi' }));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'user' })));
    expect(screen.getByText('Mira Adeyemi')).toBeInTheDocument();
    expect(screen.queryByText('Mira Okafor')).not.toBeInTheDocument();
  });
});

describe('an address that is not verified yet', () => {
  it('offers to mail the link again', async () => {
    const { posted } = account({ emailVerified: false }, { '/api/user/resendVerification': { success: true } });
    await press('Send the Email Again');
    expect(await screen.findByText('We emailed you the link again.')).toBeInTheDocument();
    expect(posted('/api/user/resendVerification')).toHaveLength(1);
  });

  it('reports too many requests', async () => {
    account({ emailVerified: false }, { '/api/user/resendVerification': refusal(429, 'too-many') });
    await press('Send the Email Again');
    expect(await screen.findByText('too-many at /api/user/resendVerification')).toBeInTheDocument();
  });

  it('shows nothing once it is verified', async () => {
    account({});
    await screen.findByRole('button', { name: 'Edit' });
    expect(screen.queryByRole('button', { name: 'Send the Email Again' })).not.toBeInTheDocument();
  });
});

describe('a mail that bounced', () => {
  const mailBounced = { at: '2026-03-06T11:00:00.000Z', kind: 'slot-confirmed', reply: '552 5.2.2' } as const;

  it('is reported with a remedy', async () => {
    account({ mailBounced: { ...mailBounced, reason: 'mailbox-full' } });
    const note = await screen.findByText(/An email to you bounced/);
    expect(note).toHaveTextContent(/6 Mar.*The mailbox is full\. Change your address/);
  });

  it('is not reported where mails arrive', async () => {
    account({});
    await screen.findByRole('button', { name: 'Edit' });
    expect(screen.queryByText(/bounced/)).not.toBeInTheDocument();
  });
});

describe('an account that is erased', () => {
  const erase = async (finished: boolean) => {
    account({}, { '/api/user/erase': { success: true, finished } });
    await press('Erase Account');
    await userEvent.type(await inDialog('Password'), 'correct horse 7');
    await press('Erase Everything');
  };

  it('ends on a page that confirms it, logged out', async () => {
    await erase(true);
    await screen.findByRole('heading', { level: 1, name: 'Your account is erased.' });
    expect(where()).toBe('/erased');
    expect(screen.getByText(/stays on record, without anything that identifies you/)).toBeInTheDocument();
    await waitFor(() => expect(localStorage.getItem('user')).toBeNull());
  });

  it('is reported as closed while a worker still erases the rest', async () => {
    await erase(false);
    await screen.findByRole('heading', { level: 1, name: 'Your account is closed.' });
    expect(screen.getByText(/Your data is erased within a minute/)).toBeInTheDocument();
  });
});

describe('an account without a billing address', () => {
  const BILLING = { success: true };

  it('gets its first one on the account page', async () => {
    const { posted } = account({}, { '/api/user/billing/set': BILLING });
    await press('Edit');
    await press('Add Billing Address');
    await userEvent.type(screen.getByLabelText('Address'), '350 5th Avenue');
    await userEvent.type(screen.getByLabelText('City'), 'New York');
    await userEvent.selectOptions(screen.getByLabelText('State'), 'NY');
    await userEvent.type(screen.getByLabelText('Zip'), '10118');
    await press('Save');
    expect(await screen.findByText('Your details are saved.')).toBeInTheDocument();
    expect(posted('/api/user/billing/set')).toEqual([
      {
        billingAddress: { line1: '350 5th Avenue', city: 'New York', state: 'NY', postal_code: '10118', country: 'US' },
      },
    ]);
  });

  it('requires all of its fields once it is added', async () => {
    const { posted } = account({}, { '/api/user/billing/set': BILLING });
    await press('Edit');
    await press('Add Billing Address');
    await press('Save');
    expect(await screen.findByText('Please complete the form.')).toBeInTheDocument();
    expect(posted('/api/user/billing/set')).toEqual([]);
  });

  it('shows errors until they are corrected, and text that is too long at its field', async () => {
    account({});
    await press('Edit');
    const name = screen.getByLabelText('Name');
    await userEvent.clear(name);
    await userEvent.type(name, `Mira ${'a'.repeat(100)}`);
    await press('Save');
    expect(await screen.findByText('Please complete the form.')).toBeInTheDocument();
    expect(name).toHaveAccessibleDescription('Use at most 100 characters.');
    await userEvent.type(name, '{Backspace}');
    expect(screen.getByText('Please complete the form.')).toBeInTheDocument();
    await userEvent.clear(name);
    await userEvent.type(name, 'Mira Renamed');
    await waitFor(() => expect(screen.queryByText('Please complete the form.')).not.toBeInTheDocument());
  });

  it('asks for the password to change an email, and for a code where codes are on', async () => {
    const answers: Answers = { '/api/user/updateProfile': refusal(403, 'password-required') };
    const { posted } = account({}, answers);
    await press('Edit');
    await userEvent.clear(screen.getByLabelText('Email'));
    await userEvent.type(screen.getByLabelText('Email'), 'mira@new.example');
    await press('Save');
    const password = await inDialog('Password');
    const dialog = within(screen.getByRole('dialog', { name: 'Confirm your password.' }));
    answers['/api/user/updateProfile'] = refusal(403, 'otp-required');
    await userEvent.type(password, 'correct horse 7');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    await userEvent.type(await dialog.findByLabelText('Code'), '123456');
    answers['/api/user/updateProfile'] = { success: true };
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Your details are saved.')).toBeInTheDocument();
    const updates = { email: 'mira@new.example' };
    expect(posted('/api/user/updateProfile')).toEqual([
      { updates },
      { updates, password: 'correct horse 7' },
      { updates, password: 'correct horse 7', otp: '123456' },
    ]);
  });

  it('asks for a code to change a password where codes are on', async () => {
    const answers: Answers = { '/api/user/password': refusal(403, 'otp-required') };
    const { posted } = account({}, answers);
    await userEvent.type(await screen.findByLabelText('Current Password'), 'correct horse 7');
    await userEvent.type(screen.getByLabelText('New Password'), 'staple 8 battery');
    await press('Change Password');
    await userEvent.type(await screen.findByLabelText('Code'), '123456');
    answers['/api/user/password'] = { success: true, token: 'new' };
    await press('Change Password');
    expect(await screen.findByText(/Your password is changed/)).toBeInTheDocument();
    expect(posted('/api/user/password').at(-1)).toEqual({
      password: 'correct horse 7',
      newPassword: 'staple 8 battery',
      otp: '123456',
    });
  });

  it('keeps what another tab has changed while its form is open', async () => {
    const answers: Answers = { '/api/user/updateProfile': { success: true } };
    const { posted, client } = account({}, answers);
    await press('Edit');
    answers['/api/user/info'] = { ...ACCOUNT, email: 'mira@new.example', phone: '+12025550199' };
    await act(() => client.refetchQueries({ queryKey: ['account'] }));
    await userEvent.clear(screen.getByLabelText('Name'));
    await userEvent.type(screen.getByLabelText('Name'), 'Mira Renamed');
    await press('Save');
    expect(await screen.findByText('Your details are saved.')).toBeInTheDocument();
    expect(posted('/api/user/updateProfile')).toEqual([{ updates: { name: 'Mira Renamed' } }]);
  });

  it('needs none to change a name', async () => {
    const { posted } = account({}, { '/api/user/updateProfile': { success: true } });
    await press('Edit');
    await userEvent.clear(screen.getByLabelText('Name'));
    await userEvent.type(screen.getByLabelText('Name'), 'Mira Renamed');
    await press('Save');
    expect(await screen.findByText('Your details are saved.')).toBeInTheDocument();
    expect(posted('/api/user/updateProfile')).toEqual([{ updates: { name: 'Mira Renamed' } }]);
  });
});
