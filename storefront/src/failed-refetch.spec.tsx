import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { type Answers, given, ORDER, refusal, SESSION, SHOP } from '../../test/fixtures/storefront/app.js';

const ADDRESS = { line1: '1 Mill Lane', city: 'Austin', state: 'TX', postal_code: '78701', country: 'US' };
const ACCOUNT = { ...SESSION, phone: '+12025550143', email: 'mira@example.com', billingAddress: ADDRESS, profiles: 0 };
const STORY = [{ type: 'SlotReserved', at: '2026-03-06T11:00:00.000Z', position: 1, causedBy: '', data: {} }];

const everything = (): Answers => ({
  ...SHOP,
  '/api/user/info': { ...ACCOUNT, customer_id: 'cus_1' },
  '/api/user/profiles': [],
  '/api/user/orders/order-1/story': STORY,
  '/api/user/orders': [ORDER],
  '/api/actions/link/story': STORY,
  '/api/actions/': { success: true, purpose: 'withdraw', order: ORDER },
});
const refuseAll = (answers: Answers) => {
  for (const path of Object.keys(answers)) answers[path] = refusal(429, 'too-many');
};

const refetch = (client: QueryClient) =>
  act(async () => {
    await client.refetchQueries();
    await new Promise<void>((resolve) => notifyManager.schedule(resolve));
  });

beforeEach(() => localStorage.setItem('user', JSON.stringify(SESSION)));

describe('a failed refetch', () => {
  it.each([
    ['/', () => screen.findByRole('heading', { name: 'Departures' })],
    ['/shop', () => screen.findByRole('tab', { name: /All/ })],
    ['/shop?item=hoodie', () => screen.findByRole('button', { name: 'Secure Checkout' })],
    ['/product?productId=hoodie', () => screen.findByRole('button', { name: 'Secure Now' })],
    ['/purchase?productId=hoodie', () => screen.findByRole('button', { name: 'Set ACO Details' })],
    ['/action/link', () => screen.findByRole('button', { name: 'Withdraw Slot' })],
    ['/user/account', () => screen.findByRole('button', { name: 'Change Password' })],
    ['/dashboard', () => screen.findByText('Open orders')],
    ['/user/orders', () => screen.findByText('You secured the slot.')],
  ])('leaves %s as it was', async (path, find) => {
    const answers = everything();
    const { client } = given(path, answers);
    const shown = await find();
    refuseAll(answers);

    await refetch(client);

    expect(shown).toBeInTheDocument();
    expect(screen.queryByText('This did not load.')).not.toBeInTheDocument();
  });

  it('keeps a card that is being typed in the setup', async () => {
    const answers = { ...everything(), '/api/user/info': { ...ACCOUNT, customer_id: null } };
    const { client } = given('/signup3', answers);
    const shown = await screen.findByLabelText('Card Number');
    refuseAll(answers);

    await refetch(client);

    expect(shown).toBeInTheDocument();
  });
});
