import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, given, SESSION, SETTINGS, SHOP } from '../../../../test/fixtures/storefront/app.js';
import { useCountPurchase } from './consent.js';

const QUESTION = 'Counting purchases';
const COUNT = '/api/analytics/purchase';
const ANSWERS: Answers = {
  ...SHOP,
  '/api/settings': { ...SETTINGS, analytics: true },
  [COUNT]: { success: true },
};

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('user', JSON.stringify(SESSION));
});

describe('counting purchases', () => {
  it('is not mentioned where nothing is counted', async () => {
    const { client } = given('/tts', { ...ANSWERS, '/api/settings': SETTINGS });

    await screen.findByRole('heading', { level: 1 });
    await client.ensureQueryData({ queryKey: ['settings'] });

    expect(screen.queryByRole('region', { name: QUESTION })).toBeNull();
  });

  it.each([
    ['Count', 'yes', 'You agreed.'],
    ['Do Not Count', 'no', 'You did not agree.'],
  ])('asks for consent once, and "%s" is kept and can be revoked', async (answer, kept, text) => {
    given('/terms', ANSWERS);
    await screen.findByRole('region', { name: QUESTION });

    await userEvent.click(screen.getByRole('button', { name: answer }));

    expect(screen.queryByRole('region', { name: QUESTION })).toBeNull();
    expect(localStorage.getItem('counting')).toBe(kept);
    await screen.findByText(text);
    await userEvent.click(screen.getByRole('button', { name: 'Change' }));
    expect(screen.getByRole('region', { name: QUESTION })).toBeInTheDocument();
  });

  it.each([
    ['yes', true, 1],
    ['yes', false, 0],
    ['no', true, 0],
    [null, true, 0],
  ])('with the answer %s, where purchases are counted: %s, sends %i', async (consent, analytics, calls) => {
    if (consent) localStorage.setItem('counting', consent);
    const { client, fetched } = given('/tts', { ...ANSWERS, '/api/settings': { ...SETTINGS, analytics } });
    await client.ensureQueryData({ queryKey: ['settings'] });
    const { result: count } = renderHook(useCountPurchase, {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    });

    count.current('order-1');

    const sent = fetched.mock.calls.filter(([path]) => path === COUNT).map(([, init]) => init?.body);
    expect(sent).toEqual(Array.from({ length: calls }, () => JSON.stringify({ orderId: 'order-1' })));
  });
});
