/** @jest-environment node */

import { answered, fakeServer, fakeStorage, restoreGlobals } from '../../test/fixtures/admin/http.js';
import { authProvider, NOT_STAFF } from './auth-provider.js';

const ADMIN = { token: 'jwt', uuid: 'a1', name: 'Ada', isAdmin: true, roles: ['shopper', 'admin'] };
const AUDITOR = { token: 'jwt', uuid: 'b2', name: 'Grace', isAdmin: false, roles: ['auditor'] };
const SHOPPER = { token: 'jwt', uuid: 'c3', name: 'Alan', isAdmin: false, roles: ['shopper'] };
const CREDENTIALS = { email: 'ada@example.test', password: 'correct horse' };

const stored = (session: object) => ({ user: JSON.stringify(session) });

afterEach(restoreGlobals);

describe('signing in', () => {
  it.each([ADMIN, AUDITOR])('is possible for $name, and keeps only necessary account data', async (session) => {
    const kept = fakeStorage();
    const [request] = await signIn({ success: true, ...session, email: CREDENTIALS.email, billingLast4: '4242' });
    expect(request).toMatchObject({ url: '/login', method: 'POST', body: JSON.stringify(CREDENTIALS) });
    expect(JSON.parse(kept.get('user') ?? '')).toEqual(session);
  });

  it("clears the shop's note of an ended session", async () => {
    const kept = fakeStorage({ sessionEnded: 'yes' });
    await signIn({ success: true, ...ADMIN });
    expect([...kept.keys()]).toEqual(['user']);
  });

  it('is refused to a shopper with a reason, and nothing is kept', async () => {
    const kept = fakeStorage();
    await expect(signIn({ success: true, ...SHOPPER })).rejects.toThrow(NOT_STAFF);
    expect(kept.size).toBe(0);
  });

  it("with a wrong password shows the server's text", async () => {
    const kept = fakeStorage();
    fakeServer(answered({ success: false, error: 'Email or password is incorrect.', code: 'login' }, { status: 401 }));
    await expect(authProvider.login(CREDENTIALS)).rejects.toThrow('Email or password is incorrect.');
    expect(kept.size).toBe(0);
  });
});

describe('a session', () => {
  it.each([ADMIN, AUDITOR])('of $name is accepted', async (session) => {
    fakeStorage(stored(session));
    await expect(authProvider.checkAuth()).resolves.toBeUndefined();
  });

  it('is required, with a staff role', async () => {
    fakeStorage();
    await expect(authProvider.checkAuth()).rejects.toThrow('Please log in.');
    fakeStorage(stored(SHOPPER));
    await expect(authProvider.checkAuth()).rejects.toThrow(NOT_STAFF);
  });

  it('from the shop loads its roles once', async () => {
    const { roles, ...fromShop } = AUDITOR;
    const kept = fakeStorage(stored(fromShop));
    const sent = fakeServer(answered({ ...fromShop, token: undefined, roles }));
    await authProvider.checkAuth();
    await authProvider.checkAuth();
    expect(sent.map(({ url }) => url)).toEqual(['/api/user/info']);
    expect(JSON.parse(kept.get('user') ?? '')).toEqual(AUDITOR);
  });

  it.each([
    ['no answer comes', () => new TypeError('Failed to fetch')],
    ['the server is starting', () => answered({ success: false, code: 'unavailable' }, { status: 503 })],
  ])('from the shop is accepted while %s, and loads its roles later', async (_, instead) => {
    const { roles, ...fromShop } = ADMIN;
    const kept = fakeStorage(stored(fromShop));
    fakeServer(instead(), answered({ ...fromShop, token: undefined, roles }));
    await expect(authProvider.checkAuth()).resolves.toBeUndefined();
    expect(JSON.parse(kept.get('user') ?? '')).toEqual(fromShop);
    await authProvider.checkAuth();
    expect(JSON.parse(kept.get('user') ?? '')).toEqual(ADMIN);
  });

  it('from the shop that has ended is refused', async () => {
    const { roles: _, ...fromShop } = ADMIN;
    fakeStorage(stored(fromShop));
    fakeServer(answered({ success: false, error: 'Please log in.', code: 'unauthorized' }, { status: 401 }));
    await expect(authProvider.checkAuth()).rejects.toThrow('Please log in.');
  });

  it('has an identity and roles', async () => {
    fakeStorage(stored(ADMIN));
    expect(await authProvider.getIdentity()).toEqual({ id: 'a1', fullName: 'Ada' });
    expect(await authProvider.getPermissions()).toEqual(['shopper', 'admin']);
  });
});

describe('signing out', () => {
  it('forgets the session', async () => {
    const kept = fakeStorage(stored(ADMIN));
    await authProvider.logout();
    expect(kept.size).toBe(0);
  });

  it('deletes unsaved input, unless the session has expired', async () => {
    const typed = new Map([['draft:a1:order', '{"reason":"x"}']]);
    const tab = { removeItem: (key: string) => typed.delete(key) };
    Object.defineProperty(globalThis, 'sessionStorage', {
      configurable: true,
      get: () => Object.assign(Object.create(tab), Object.fromEntries(typed)),
    });
    fakeStorage(stored(ADMIN));
    fakeServer(answered({}), answered({}));
    await authProvider.checkError({ status: 401 }).catch(() => undefined);
    await authProvider.logout();
    expect(typed.size).toBe(1);
    // A second refused answer and a login in another tab come here.
    await authProvider.checkError({ status: 401 }).catch(() => undefined);
    await authProvider.logout();
    fakeStorage(stored(ADMIN));
    await authProvider.logout();
    expect(typed.size).toBe(0);
    Reflect.deleteProperty(globalThis, 'sessionStorage');
  });

  it('leaves a shopper signed in to the shop', async () => {
    const kept = fakeStorage(stored(SHOPPER));
    await authProvider.logout();
    expect(kept.size).toBe(1);
  });

  it('happens after a 401 only', async () => {
    await expect(authProvider.checkError({ status: 401 })).rejects.toThrow('Your session has ended.');
    for (const status of [0, 400, 403, 409, 500]) {
      await expect(authProvider.checkError({ status })).resolves.toBeUndefined();
    }
  });
});

describe('access', () => {
  const may = (action: string) => authProvider.canAccess({ action });

  it('of an admin covers everything', async () => {
    fakeStorage(stored(ADMIN));
    expect(await Promise.all(['list', 'show', 'create', 'edit', 'delete'].map(may))).toEqual(Array(5).fill(true));
  });

  it('of an auditor covers reading', async () => {
    fakeStorage(stored(AUDITOR));
    expect(await Promise.all(['list', 'show'].map(may))).toEqual([true, true]);
    expect(await Promise.all(['create', 'edit', 'delete'].map(may))).toEqual([false, false, false]);
  });

  it('of a shopper covers nothing', async () => {
    fakeStorage(stored(SHOPPER));
    expect(await may('list')).toBe(false);
    fakeStorage();
    expect(await may('list')).toBe(false);
  });
});

async function signIn(answer: object) {
  const sent = fakeServer(answered(answer));
  await authProvider.login(CREDENTIALS);
  return sent;
}
