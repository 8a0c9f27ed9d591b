import { TextEncoder } from 'node:util';
import { jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

// jsdom leaves out what the router needs when it is loaded
Object.assign(globalThis, { TextEncoder, scrollTo: () => {} });
const { MemoryRouter, useLocation } = await import('react-router-dom');
const { App } = await import('./app.js');
const { createQueryClient } = await import('./query-client.js');
const { readReturnTo } = await import('./features/auth/return-to.js');

const SESSION = { success: true, token: 'jwt', uuid: 'account-1', name: 'Mira Okafor', isAdmin: false };

function Where() {
  const { pathname, search } = useLocation();
  return <p data-testid="where">{pathname + search}</p>;
}
const where = () => screen.getByTestId('where').textContent;

/** The whole application at a path, against a server that knows these answers. */
function given(path: string, answers: Record<string, unknown>) {
  const answer = async (input: unknown) => {
    const known = Object.keys(answers).find((prefix) => String(input).startsWith(prefix));
    const body = known ? answers[known] : { success: false, error: `nothing at ${String(input)}`, code: 'not-found' };
    return {
      ok: known !== undefined,
      status: known ? 200 : 404,
      headers: new Map(),
      text: async () => JSON.stringify(body),
    };
  };
  Object.assign(globalThis, { fetch: jest.fn(answer) });
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <App />
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

beforeEach(() => localStorage.clear());

describe('somebody who is not logged in', () => {
  it('is sent to login; a promo code that came along is kept', async () => {
    given('/shop?promoCode=SPRING', {});
    await screen.findByRole('heading', { name: 'Login.' });
    expect(document.title).toBe('Supreme Access | Login');
    expect(localStorage.getItem('promoCode')).toBe('SPRING');
  });

  it('returns to where they were going, and the least of the session is kept', async () => {
    given('/nowhere?a=1', { '/login': { ...SESSION, email: 'mira@example.com' } });
    await userEvent.type(await screen.findByLabelText('Email'), 'mira@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
    await userEvent.click(screen.getByRole('button', { name: 'Login' }));
    await screen.findByRole('heading', { name: 'This platform does not exist.' });
    expect(where()).toBe('/nowhere?a=1');
    const { success: _unkept, ...kept } = SESSION;
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(kept);
  });

  it('reads the server text when the login is refused, until the next screen', async () => {
    given('/login', { '/login': { success: false, error: 'Email or password is incorrect.', code: 'login' } });
    await userEvent.type(await screen.findByLabelText('Email'), 'mira@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'wrong');
    await userEvent.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByText('Email or password is incorrect.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'Forgot Password?' }));
    await screen.findByRole('button', { name: 'Send Link' });
    expect(screen.queryByText('Email or password is incorrect.')).not.toBeInTheDocument();
  });
});

describe('logging out', () => {
  it('clears the stored session and shows login', async () => {
    localStorage.setItem('user', JSON.stringify(SESSION));
    given('/logout', {});
    await screen.findByRole('heading', { name: 'Login.' });
    expect(localStorage.getItem('user')).toBeNull();
    expect(where()).toBe('/login');
  });
});

describe('the way back after login', () => {
  it('is a path of our own with its query', () => {
    expect(readReturnTo({ returnTo: '/product?productId=a&promoCode=B' })).toBe('/product?productId=a&promoCode=B');
  });

  it.each([null, 'x', {}, { returnTo: 7 }, { returnTo: '//evil.example' }, { returnTo: '/\\evil' }])(
    'is never %j',
    (state) => {
      expect(readReturnTo(state)).toBeNull();
    },
  );
});
