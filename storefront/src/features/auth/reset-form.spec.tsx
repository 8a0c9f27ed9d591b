import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { given, refusal } from '../../../../test/fixtures/storefront/app.js';

const RESET = '/api/resetpassword';

async function reset(code: string, status = 400) {
  given('/reset/hash', { [RESET]: refusal(status, code) });
  await userEvent.type(await screen.findByLabelText('New Password'), 'staple 8 battery');
  await userEvent.type(screen.getByLabelText('Confirm Password'), 'staple 8 battery');
  await userEvent.click(screen.getByRole('button', { name: 'Save Password' }));
}

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
