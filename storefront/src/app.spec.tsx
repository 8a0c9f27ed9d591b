import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, given, refusal, SESSION, SHOP, where } from '../../test/fixtures/storefront/app.js';
import { PRODUCT } from '../../test/fixtures/storefront/product.js';
import { api } from './api/api.js';
import { sessionHasEnded } from './api/session.js';
import { readReturnTo } from './features/auth/return-to.js';

beforeEach(() => localStorage.clear());

describe('a visitor who is not logged in', () => {
  it('is sent to login, and the promo code of the link is kept', async () => {
    given('/shop?promoCode=SPRING', {});
    await screen.findByRole('heading', { name: 'Log in.' });
    expect(document.title).toBe('Supreme Access | Login');
    expect(localStorage.getItem('promoCode')).toBe('SPRING');
  });

  it('learns that the shop needs an account, and where none is needed', async () => {
    given('/shop', {});
    await screen.findByText(/You need an account to use the shop/);
    expect(screen.getByRole('link', { name: 'See all drops' })).toHaveAttribute('href', '/');
  });

  it.each(['/product?productId=hoodie', '/shop?item=hoodie'])(
    'can purchase the product at %s, or log in and return',
    async (path) => {
      given(path, { ...SHOP, '/login': SESSION });
      const [link] = await screen.findAllByRole('link', { name: 'Purchase without an account' });
      expect(link).toHaveAttribute('href', '/purchase?productId=hoodie');
      await userEvent.type(screen.getByLabelText('Email'), 'mira@example.com');
      await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
      await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
      await waitFor(() => expect(where()).toBe(path));
    },
  );

  it('is sent to the home page instead of the shop', async () => {
    given('/purchase?productId=gone', SHOP);
    expect(await screen.findByRole('link', { name: 'See All Drops' })).toHaveAttribute('href', '/');
  });

  it('returns to the requested page, and only the necessary session data is kept', async () => {
    given('/nowhere?a=1', { '/login': { ...SESSION, email: 'mira@example.com' } });
    await userEvent.type(await screen.findByLabelText('Email'), 'mira@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
    await screen.findByRole('heading', { name: 'This platform does not exist.' });
    expect(where()).toBe('/nowhere?a=1');
    const { success: _unkept, ...kept } = SESSION;
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(kept);
  });

  it("sees the server's text when the login is refused, until the next screen", async () => {
    given('/login', { '/login': refusal(401, 'login-incorrect') });
    await userEvent.type(await screen.findByLabelText('Email'), 'mira@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'wrong');
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
    expect(await screen.findByText('login-incorrect at /login')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'Forgot Password?' }));
    await screen.findByRole('button', { name: 'Send Link' });
    expect(screen.queryByText('login-incorrect at /login')).not.toBeInTheDocument();
  });
});

describe('the page of a product', () => {
  const SERVERS = 'Supreme Access | Hoodie';

  it.each([
    ['/purchase', null],
    ['/product', SESSION],
  ])('keeps the title that the server gave it, at %s', async (path, session) => {
    if (session) localStorage.setItem('user', JSON.stringify(session));
    document.title = SERVERS;
    const titles = noted();
    given(`${path}?productId=hoodie`, SHOP);
    await screen.findByRole('heading', { level: 1, name: 'Hoodie' });
    expect([titles(), document.title]).toEqual([[], SERVERS]);
  });

  it.each(['', 'productId=&', 'productId=&productId=+&'])(
    'shows the open product without one in its address: %j',
    async (search) => {
      given(`/purchase?${search}promoCode=SPRING`, {
        ...SHOP,
        '/api/promoLookup': { promoCode: 'SPRING', percent: 10 },
      });
      await screen.findByRole('heading', { level: 1, name: 'Hoodie' });
      const query = new URLSearchParams(where()?.split('?')[1]);
      expect([...query].toSorted()).toEqual([
        ['productId', 'hoodie'],
        ['promoCode', 'SPRING'],
      ]);
    },
  );

  it("takes the product's title after navigation from another page", async () => {
    given('/', SHOP);
    const [row] = await screen.findAllByRole('link', { name: /Hoodie/ });
    if (row) await userEvent.click(row);
    await screen.findByRole('button', { name: 'Set ACO Details' });
    expect(document.title).toBe(SERVERS);
    await userEvent.click(screen.getByRole('link', { name: 'Shop' }));
    await screen.findByRole('heading', { name: 'Log in.' });
    expect(document.title).toBe('Supreme Access | Login');
  });
});

function noted(): () => string[] {
  const titles: string[] = [];
  const set = Object.getOwnPropertyDescriptor(Document.prototype, 'title')?.set;
  const watch = jest.spyOn(document, 'title', 'set').mockImplementation((title) => {
    if (title !== document.title) titles.push(title);
    set?.call(document, title);
  });
  return () => {
    watch.mockRestore();
    return titles;
  };
}

describe('a person whose session has ended', () => {
  const ENDED = refusal(401, 'unauthorized');
  beforeEach(() => localStorage.setItem('user', JSON.stringify(SESSION)));

  it('is sent to login from a screen of their account, and back', async () => {
    const answers: Answers = { '/api/user/orders': ENDED, '/login': SESSION };
    given('/user/orders', answers);
    expect(await screen.findByText('Your session has ended. Log in again to continue.')).toBeInTheDocument();
    expect(screen.getByText(/You return to where you were going/)).toBeInTheDocument();
    await userEvent.type(await screen.findByLabelText('Email'), 'mira@example.com');
    answers['/api/user/orders'] = [];
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
    await screen.findByRole('heading', { name: 'No tickets yet.' });
    expect(where()).toBe('/user/orders');
    expect(sessionHasEnded()).toBe(false);
  });

  it('finds typed text again after the next login', async () => {
    const account = { ...SESSION, email: 'mira@example.com', phone: '', billingAddress: null, emailVerified: true };
    const answers: Answers = { '/api/user/info': account, '/api/user/profiles': ENDED, '/login': SESSION };
    given('/user/account', answers);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    await userEvent.type(screen.getByLabelText('Name'), ' Adeyemi');
    await act(() => api.get('/api/user/profiles').catch(() => undefined));
    await userEvent.type(await screen.findByLabelText('Email'), 'mira@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('correct horse');
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
    expect(await screen.findByLabelText('Name')).toHaveValue('Mira Okafor Adeyemi');
  });

  it('continues as a guest on public pages, with typed text kept', async () => {
    given('/purchase?productId=hoodie', { ...SHOP, '/api/user/profiles': ENDED });
    await userEvent.click(await screen.findByRole('button', { name: 'Set ACO Details' }));
    await userEvent.type(await screen.findByLabelText('Shipping Name'), 'Mira Okafor');
    await act(() => api.get('/api/user/profiles').catch(() => undefined));
    expect(localStorage.getItem('user')).toBeNull();
    expect(screen.getByLabelText('Shipping Name')).toHaveValue('Mira Okafor');
  });
});

describe('logging out', () => {
  it('clears the stored session and shows login', async () => {
    localStorage.setItem('user', JSON.stringify(SESSION));
    given('/logout', {});
    await screen.findByRole('heading', { name: 'Log in.' });
    expect(localStorage.getItem('user')).toBeNull();
    expect(where()).toBe('/login');
    expect(screen.queryByText(/session has ended/)).not.toBeInTheDocument();
  });
});

describe('the destination after login', () => {
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

describe('a drop that cannot be shown', () => {
  it('fails alone on the home page, even where it is the next drop', async () => {
    const complaints = jest.spyOn(console, 'error').mockImplementation(() => {});
    const releaseAt = new Date(Date.now() + 60_000).toISOString();
    const broken = { ...PRODUCT, productId: 'cap', productTitle: {}, releaseAt };
    given('/', { '/api/products': [broken, { ...PRODUCT, releaseAt: null }] });
    expect(await screen.findByRole('link', { name: /Hoodie/ })).toBeInTheDocument();
    expect(screen.getAllByText('This drop cannot be shown.')).toHaveLength(2);
    complaints.mockRestore();
  });
});
