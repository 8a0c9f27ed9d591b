import { jest } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';

// jsdom lacks WebCrypto, so the server's answers are not encrypted here.
const pageKey = async () => ({ header: 'key', open: async (sealed: string) => JSON.parse(sealed) });
jest.unstable_mockModule('../api/jwe.js', () => ({ pageKey, encryptFor: async () => 'sealed' }));
const { given, PROFILE, SESSION, SETTINGS, SHOP, where } = await import('../../../test/fixtures/storefront/app.js');

const NUMBER = '6011000990139424';
const CODE = '9173';
const billingAddress = { line1: '1 Larch Row', city: 'Portland', state: 'OR', postal_code: '97201', country: 'US' };
const NEWCOMER = {
  uuid: 'account-1',
  name: 'Mira Okafor',
  email: 'mira@example.com',
  phone: '+12025550143',
  customer_id: null,
  billingAddress,
  billingLast4: null,
  profiles: 0,
  isAdmin: false,
  roles: ['shopper'],
  emailVerified: true,
  pendingEmail: null,
  mailBounced: null,
};
const keep = jest.spyOn(Storage.prototype, 'setItem');
const kept = () => JSON.stringify([keep.mock.calls, document.cookie, where(), history.state]);

beforeEach(() => {
  localStorage.setItem('user', JSON.stringify(SESSION));
  keep.mockClear();
});

function open(path: string, account: object = NEWCOMER) {
  given(path, {
    ...SHOP,
    '/api/settings': SETTINGS,
    '/api/user/info': account,
    '/api/user/profiles': [{ profileId: 'profile-1', eProfile: JSON.stringify(PROFILE) }],
  });
}
const type = (field: HTMLElement, value: string) => {
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

async function typeNewProfile() {
  open('/newProfile');
  const details = {
    'Profile Name': 'Studio',
    'Full Name': 'Mira Okafor',
    'Phone Number': '+12025550143',
    Address: '350 5th Avenue',
    City: 'New York',
    State: 'NY',
    Zip: '10118',
  };
  await screen.findByLabelText('Profile Name');
  for (const [label, value] of Object.entries(details)) type(screen.getByLabelText(label), value);
  expect(kept()).toContain('350 5th Avenue');
  await press('Add Credit Card');
}

describe('a typed card', () => {
  it.each([
    ['for a new profile, whose other fields are kept', typeNewProfile, 'This card pays the retailer.'],
    [
      'for a saved profile',
      async () => {
        open('/editProfile/profile-1');
        await press('Change');
      },
      'This card pays the retailer.',
    ],
    ['in the setup', async () => open('/signup3'), 'This card pays our service fee, and the retailer'],
    ['beside the drawn card', async () => open('/cardForm'), 'This card pays our service fee, and the retailer'],
    [
      'in the setup of who has a profile',
      async () => open('/signup3', { ...NEWCOMER, profiles: 1 }),
      'This card pays our service fee. The retailer',
    ],
    [
      'in exchange for the one on the account',
      async () => {
        open('/user/account', { ...NEWCOMER, customer_id: 'cus_1', billingLast4: '4242' });
        await press('Change');
      },
      'This card pays our service fee. The retailer',
    ],
    [
      'by somebody without an account',
      async () => {
        open('/purchase?productId=hoodie');
        await press('Set ACO Details');
        await screen.findByRole('dialog', { name: 'ACO details' });
      },
      'This card pays the retailer',
    ],
  ])('%s pays, and leaves no number or code in the browser', async (_, arrive, pays) => {
    await arrive();
    await screen.findAllByLabelText('Card Number');
    const place = within(screen.queryByRole('dialog') ?? document.body);
    const [number, code] = [place.getByLabelText('Card Number'), place.getByLabelText(/^(Security Code|CVV)$/)];
    expect(document.body).toHaveTextContent(pays);
    type(number, NUMBER);
    type(code, CODE);
    expect([number, code]).toMatchObject([{ value: '6011 0009 9013 9424' }, { value: CODE }]);
    expect(kept()).not.toMatch(/6011 ?0009 ?9013 ?9424|(?<![\w-])9173(?![\w-])/);
  });
});
