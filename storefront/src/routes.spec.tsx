import { type Access, guard, ROUTES } from './routes.js';

const SHOW = { kind: 'show' };
const LOGIN = { kind: 'redirect', to: '/login' };

describe('the guard', () => {
  it.each<[string, Access]>([
    ['/', 'public'],
    ['/tts', 'public'],
    ['/reset/abc', 'public'],
    ['/anything/reset/else', 'session'],
  ])('shows %s to everybody', (path, access) => {
    expect(guard(path, access, false)).toEqual(SHOW);
  });

  it.each(['/shop', '/product', '/user/orders', '/newProfile', '/nowhere'])('sends guests from %s to login', (path) => {
    expect(guard(path, 'session', false)).toEqual(LOGIN);
    expect(guard(path, 'session', true)).toEqual(SHOW);
  });

  it.each(['/admin/reset', '/dashboard/reset', '/bdashboard-reset', '/user/reset'])(
    "is not opened at %s by the word 'reset'",
    (path) => {
      expect(guard(path, 'session', false)).toEqual(LOGIN);
    },
  );

  it.each(['/login', '/signup'])('sends people who are logged in from %s home', (path) => {
    expect(guard(path, 'public', true)).toEqual({ kind: 'redirect', to: '/' });
    expect(guard(path, 'public', false)).toEqual(SHOW);
  });

  it('logs everybody out at /logout', () => {
    expect(guard('/logout', 'session', true)).toEqual({ kind: 'log-out' });
    expect(guard('/logout', 'session', false)).toEqual({ kind: 'log-out' });
  });
});

describe('the route table', () => {
  it('names every path once and has a title for each', () => {
    expect(new Set(ROUTES.map(({ path }) => path)).size).toBe(ROUTES.length);
    expect(ROUTES.every(({ title }) => title.startsWith('Supreme Access'))).toBe(true);
    expect(ROUTES.find(({ path }) => path === '/shop')?.title).toBe('Supreme Access | Shop');
  });

  it('opens exactly the public screens', () => {
    const open = ROUTES.filter(({ access }) => access === 'public').map(({ path }) => path);
    expect(open.toSorted()).toEqual([
      '/',
      '/action/:token',
      '/demo',
      '/drops/:productId',
      '/erased',
      '/forgot',
      '/how-it-works',
      '/index',
      '/login',
      '/purchase',
      '/register',
      '/reset/:hash',
      '/signup',
      '/terms',
      '/tickets/:ticketId',
      '/tts',
      '/verify',
    ]);
  });
});
