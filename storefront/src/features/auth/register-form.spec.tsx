import { fireEvent, screen, waitFor } from '@testing-library/react';
import { given, refusal, SESSION, SETTINGS, where } from '../../../../test/fixtures/storefront/app.js';

const SHOPPER = { ...SESSION, name: 'Grace Hopper', roles: ['shopper'] };
const AUDITOR = { ...SHOPPER, roles: ['shopper', 'auditor'] };
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function register(path: string, answer: unknown, button: string) {
  const shop = given(path, { '/api/settings': SETTINGS, '/register/ad': answer });
  await screen.findByLabelText('Name');
  fill('Name', 'Grace Hopper');
  fill('Email', 'grace@example.com');
  fill('Password', 'correct horse 7');
  fireEvent.click(screen.getByRole('button', { name: button }));
  return shop;
}

beforeEach(() => localStorage.clear());

describe.each([
  ['/register?token=an.ad-token', 'Register'],
  ['/signup?token=an.ad-token', 'Create Account'],
])('an invitation that leads to %s', (path, button) => {
  it('registers with its token and a name', async () => {
    const { fetched } = await register(path, SHOPPER, button);
    await waitFor(() => expect(where()).toBe('/signup1'));
    const sent = fetched.mock.calls.find(([url]) => String(url).startsWith('/register'));
    expect(sent?.[0]).toBe('/register/ad');
    const who = { name: 'Grace Hopper', email: 'grace@example.com', password: 'correct horse 7' };
    expect(JSON.parse(String(sent?.[1]?.body))).toEqual({ ...who, adtoken: 'an.ad-token' });
  });

  it('leads an auditor to the admin without the setup', async () => {
    await register(path, AUDITOR, button);
    await waitFor(() => expect(where()).toBe('/dashboard'));
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ roles: ['shopper', 'auditor'] });
  });

  it('says why it no longer admits anybody', async () => {
    await register(path, refusal(400, 'invitation-invalid'), button);
    await screen.findByText(/invitation-invalid/);
    expect(localStorage.getItem('user')).toBeNull();
  });
});
