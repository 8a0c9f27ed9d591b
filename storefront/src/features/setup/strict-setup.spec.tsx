import { screen } from '@testing-library/react';
import { given, SESSION, SHOP, where } from '../../app.fixture.js';

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
const strict = { stripePublishableKey: null, analytics: false, strictSetup: true };
const answers = (account: object, settings: object = strict) => ({
  ...SHOP,
  '/api/settings': settings,
  '/api/user/info': { ...ACCOUNT, ...account },
});

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

    await client.ensureQueryData({ queryKey: ['account'] });
    await screen.findByRole('heading', { level: 1 });
    expect(where()).toBe('/about');
  });

  it('leaves the setup’s own screens open', async () => {
    given('/newProfile', answers({ profiles: 0 }));

    await screen.findByRole('heading', { level: 1 });
    expect(where()).toBe('/newProfile');
  });

  it('does not hold up admins', async () => {
    localStorage.setItem('user', JSON.stringify({ ...SESSION, isAdmin: true }));
    const { client } = given('/about', answers({ profiles: 0, isAdmin: true }));

    await client.ensureQueryData({ queryKey: ['settings'] });
    await screen.findByRole('heading', { level: 1 });
    expect(where()).toBe('/about');
  });

  it('is off unless the server says otherwise', async () => {
    const { client } = given('/about', answers({ profiles: 0 }, { ...strict, strictSetup: false }));

    await client.ensureQueryData({ queryKey: ['settings'] });
    await screen.findByRole('heading', { level: 1 });
    expect(where()).toBe('/about');
  });
});
