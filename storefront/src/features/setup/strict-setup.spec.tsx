import type { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { given, SESSION, SETTINGS, SHOP, where } from '../../../../test/fixtures/storefront/app.js';

const ACCOUNT = {
  ...SESSION,
  email: 'mira@example.com',
  phone: '+15035550143',
  customer_id: 'cus_1',
  billingAddress: null,
  billingLast4: '4242',
  profiles: 1,
  roles: ['shopper'],
  emailVerified: true,
};
const answers = (account: object, strictSetup = true) => ({
  ...SHOP,
  '/api/settings': { ...SETTINGS, strictSetup },
  '/api/user/info': { ...ACCOUNT, ...account },
});

/** TanStack Query notifies components in the next turn of the event loop. */
const notified = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

async function settled(client: QueryClient): Promise<void> {
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(client.getQueryData(['settings'])).toBeDefined());
  await notified();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  await notified();
}

describe('strict mode', () => {
  beforeEach(() => localStorage.setItem('user', JSON.stringify(SESSION)));

  it.each([
    ['without a profile', { profiles: 0 }],
    ['without a customer id', { customer_id: null }],
  ])('sends an account %s to the setup', async (_, account) => {
    given('/about', answers(account));

    await screen.findByRole('heading', { name: 'Who are you?' });
    expect(where()).toBe('/step1');
  });

  it('lets accounts that are set up pass', async () => {
    const { client } = given('/about', answers({}));

    await settled(client);
    expect(where()).toBe('/about');
  });

  it('leaves the setup’s own screens open', async () => {
    const { client } = given('/newProfile', answers({ profiles: 0 }));

    await settled(client);
    expect(where()).toBe('/newProfile');
  });

  it.each([{ isAdmin: true }, { roles: ['shopper', 'auditor'] }])('does not hold up staff: %j', async (staff) => {
    localStorage.setItem('user', JSON.stringify({ ...SESSION, ...staff }));
    const { client } = given('/about', answers({ profiles: 0, ...staff }));

    await settled(client);
    expect(where()).toBe('/about');
  });

  it('is off unless the server says otherwise', async () => {
    const { client } = given('/about', answers({ profiles: 0 }, false));

    await settled(client);
    expect(where()).toBe('/about');
  });
});
