import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, given, refusal } from '../../../../test/fixtures/storefront/app.js';

const RESET = '/api/resetpassword';

async function reset(code: string, status = 400) {
  await save({ [RESET]: refusal(status, code) });
}

async function save(answers: Answers) {
  const shop = given('/reset/hash', answers);
  await userEvent.type(await screen.findByLabelText('New Password'), 'staple 8 battery');
  await userEvent.type(screen.getByLabelText('Confirm Password'), 'staple 8 battery');
  await userEvent.click(screen.getByRole('button', { name: 'Save Password' }));
  return shop;
}

describe('a new password', () => {
  it('is sent under a key, so that a copy after a lost answer meets no used link', async () => {
    const { fetched } = await save({ [RESET]: { success: true } });
    await screen.findByRole('button', { name: 'Saved!' });
    const sent = fetched.mock.calls.find(([url]) => url === RESET);
    expect(new Headers(sent?.[1]?.headers).get('idempotency-key')).toMatch(/^[\w-]{32,}$/);
  });
});

describe('a new password that the server refuses', () => {
  it('shows a used link beside the alert and leads to a new one', async () => {
    await reset('link-over');
    expect(await screen.findByText('Please complete the form.')).toBeInTheDocument();
    expect(screen.getByText(/This link has been used or has expired/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'Send a New Link' }));
    await screen.findByRole('heading', { name: 'Forgot your password?' });
  });

  it('reports a common password at its field and offers no new link', async () => {
    await reset('password-common');
    expect(await screen.findByText('Please complete the form.')).toBeInTheDocument();
    expect(screen.getByLabelText('New Password')).toHaveAccessibleDescription(/password-common/);
    expect(screen.queryByRole('link', { name: 'Send a New Link' })).not.toBeInTheDocument();
  });

  it('reports too many requests instead of missing input', async () => {
    await reset('too-many', 429);
    expect(await screen.findByText(`too-many at ${RESET}`)).toBeInTheDocument();
  });
});
