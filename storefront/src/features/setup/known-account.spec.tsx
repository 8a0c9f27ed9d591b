import { screen, waitFor } from '@testing-library/react';
import { given, SESSION, SHOP } from '../../../../test/fixtures/storefront/app.js';

const ACCOUNT = {
  ...SESSION,
  email: 'mira@example.com',
  phone: '+15035550143',
  customer_id: 'cus_1',
  billingAddress: null,
  billingLast4: null,
  profiles: 0,
  roles: ['shopper'],
  emailVerified: true,
};

describe('a step of the setup', () => {
  it.each(['/signup1', '/signup2'])('at %s continues once the account has loaded', async (path) => {
    localStorage.setItem('user', JSON.stringify(SESSION));
    let arrive = (_: typeof ACCOUNT) => {};
    const account = new Promise<typeof ACCOUNT>((resolve) => {
      arrive = resolve;
    });
    given(path, { ...SHOP, '/api/user/info': account });
    expect(await screen.findByRole('button', { name: 'Continue' })).toBeDisabled();
    arrive(ACCOUNT);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled());
  });
});
