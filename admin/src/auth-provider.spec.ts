/** @jest-environment node */
import { authProvider, NOT_STAFF } from './auth-provider.js';
import { answered, restoreGlobals, standInServer, standInStorage } from './http.fixture.js';

const ADMIN = { token: 'jwt', uuid: 'a1', name: 'Ada', isAdmin: true, roles: ['shopper', 'admin'] };
const AUDITOR = { token: 'jwt', uuid: 'b2', name: 'Grace', isAdmin: false, roles: ['auditor'] };
const SHOPPER = { token: 'jwt', uuid: 'c3', name: 'Alan', isAdmin: false, roles: ['shopper'] };
const CREDENTIALS = { email: 'ada@example.test', password: 'correct horse' };

const stored = (session: object) => ({ user: JSON.stringify(session) });

afterEach(restoreGlobals);

describe('signing in', () => {
  it.each([ADMIN, AUDITOR])('$name may, and the least of the account is kept', async (session) => {
    const kept = standInStorage();
    const [request] = await signIn({ success: true, ...session, email: CREDENTIALS.email, billingLast4: '4242' });
    expect(request).toMatchObject({ url: '/login', method: 'POST', body: JSON.stringify(CREDENTIALS) });
    expect(JSON.parse(kept.get('user') ?? '')).toEqual(session);
  });

  it('leaves the shop nothing to say of a session that had ended before', async () => {
    const kept = standInStorage({ sessionEnded: 'yes' });
    await signIn({ success: true, ...ADMIN });
    expect([...kept.keys()]).toEqual(['user']);
  });

  it('a shopper may not, is told why, and nothing is kept', async () => {
    const kept = standInStorage();
    await expect(signIn({ success: true, ...SHOPPER })).rejects.toThrow(NOT_STAFF);
    expect(kept.size).toBe(0);
  });

  it("with a wrong password shows the server's text", async () => {
    const kept = standInStorage();
    standInServer(
      answered({ success: false, error: 'Email or password is incorrect.', code: 'login' }, { status: 401 }),
    );
    await expect(authProvider.login(CREDENTIALS)).rejects.toThrow('Email or password is incorrect.');
    expect(kept.size).toBe(0);
  });
});

describe('being signed in', () => {
  it.each([ADMIN, AUDITOR])('$name is let in', async (session) => {
    standInStorage(stored(session));
    await expect(authProvider.checkAuth()).resolves.toBeUndefined();
  });

  it('nobody else is', async () => {
    standInStorage();
    await expect(authProvider.checkAuth()).rejects.toThrow('Please log in.');
    standInStorage(stored(SHOPPER));
    await expect(authProvider.checkAuth()).rejects.toThrow(NOT_STAFF);
  });

  it('a session made in the shop learns its roles once', async () => {
    const { roles, ...fromShop } = AUDITOR;
    const kept = standInStorage(stored(fromShop));
    const sent = standInServer(answered({ ...fromShop, token: undefined, roles }));
    await authProvider.checkAuth();
    await authProvider.checkAuth();
    expect(sent.map(({ url }) => url)).toEqual(['/api/user/info']);
    expect(JSON.parse(kept.get('user') ?? '')).toEqual(AUDITOR);
  });

  it.each([
    ['no answer comes', () => new TypeError('Failed to fetch')],
    ['the server is starting', () => answered({ success: false, code: 'unavailable' }, { status: 503 })],
  ])('a session made in the shop is good while %s, and learns its roles later', async (_, instead) => {
    const { roles, ...fromShop } = ADMIN;
    const kept = standInStorage(stored(fromShop));
    standInServer(instead(), answered({ ...fromShop, token: undefined, roles }));
    await expect(authProvider.checkAuth()).resolves.toBeUndefined();
    expect(JSON.parse(kept.get('user') ?? '')).toEqual(fromShop);
    await authProvider.checkAuth();
    expect(JSON.parse(kept.get('user') ?? '')).toEqual(ADMIN);
  });

  it('a session made in the shop that has ended is none', async () => {
    const { roles: _, ...fromShop } = ADMIN;
    standInStorage(stored(fromShop));
    standInServer(answered({ success: false, error: 'Please log in.', code: 'unauthorized' }, { status: 401 }));
    await expect(authProvider.checkAuth()).rejects.toThrow('Please log in.');
  });

  it('tells who and with which roles', async () => {
    standInStorage(stored(ADMIN));
    expect(await authProvider.getIdentity()).toEqual({ id: 'a1', fullName: 'Ada' });
    expect(await authProvider.getPermissions()).toEqual(['shopper', 'admin']);
  });
});

describe('signing out', () => {
  it('forgets the session', async () => {
    const kept = standInStorage(stored(ADMIN));
    await authProvider.logout();
    expect(kept.size).toBe(0);
  });

  it('ends what was typed and not saved, unless the session has ended by itself', async () => {
    const typed = new Map([['draft:a1:order', '{"reason":"x"}']]);
    const tab = { removeItem: (key: string) => typed.delete(key) };
    Object.defineProperty(globalThis, 'sessionStorage', {
      configurable: true,
      get: () => Object.assign(Object.create(tab), Object.fromEntries(typed)),
    });
    standInStorage(stored(ADMIN));
    standInServer(answered({}), answered({}));
    await authProvider.checkError({ status: 401 }).catch(() => undefined);
    await authProvider.logout();
    expect(typed.size).toBe(1);
    // a second answer that says so, and a login in another tab
    await authProvider.checkError({ status: 401 }).catch(() => undefined);
    await authProvider.logout();
    standInStorage(stored(ADMIN));
    await authProvider.logout();
    expect(typed.size).toBe(0);
    Reflect.deleteProperty(globalThis, 'sessionStorage');
  });

  it('leaves a shopper signed in to the shop', async () => {
    const kept = standInStorage(stored(SHOPPER));
    await authProvider.logout();
    expect(kept.size).toBe(1);
  });

  it('follows a 401 and nothing else', async () => {
    await expect(authProvider.checkError({ status: 401 })).rejects.toThrow('Your session has ended.');
    for (const status of [0, 400, 403, 409, 500]) {
      await expect(authProvider.checkError({ status })).resolves.toBeUndefined();
    }
  });
});

describe('what is offered', () => {
  const may = (action: string) => authProvider.canAccess({ action });

  it('an admin: everything', async () => {
    standInStorage(stored(ADMIN));
    expect(await Promise.all(['list', 'show', 'create', 'edit', 'delete'].map(may))).toEqual(Array(5).fill(true));
  });

  it('an auditor: looking', async () => {
    standInStorage(stored(AUDITOR));
    expect(await Promise.all(['list', 'show'].map(may))).toEqual([true, true]);
    expect(await Promise.all(['create', 'edit', 'delete'].map(may))).toEqual([false, false, false]);
  });

  it('anybody else: nothing', async () => {
    standInStorage(stored(SHOPPER));
    expect(await may('list')).toBe(false);
    standInStorage();
    expect(await may('list')).toBe(false);
  });
});

async function signIn(answer: object) {
  const sent = standInServer(answered(answer));
  await authProvider.login(CREDENTIALS);
  return sent;
}
