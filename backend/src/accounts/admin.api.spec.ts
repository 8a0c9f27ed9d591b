import { type AccountServerUnderTest, startAccountServer } from './account-server.fixture.js';
import { FirstAdmin } from './first-admin.js';

describe('admins', () => {
  let server: AccountServerUnderTest;
  let adminToken = '';
  beforeAll(async () => {
    server = await startAccountServer();
    const { email, password } = await server.app.get(FirstAdmin).ensure();
    adminToken = String((await server.post('/login', { email, password })).body.token);
  });
  afterAll(() => server?.stop());

  const invite = (body: object, token = adminToken) => server.post('/api/admin/invitations', body, token);
  const join = (adtoken: unknown, email: string) =>
    server.post('/register/ad', { name: 'Grace Hopper', email, password: 'correct horse 7', adtoken });

  it('begin with one, made once', async () => {
    expect((await server.get('/api/user/info', adminToken)).body).toMatchObject({
      isAdmin: true,
      roles: ['shopper', 'admin'],
    });
    expect(await server.app.get(FirstAdmin).ensure()).toMatchObject({ created: false });
  });

  it('can be made of an account that is there already, whose sessions end', async () => {
    const { email, password, token } = await server.signUp();
    expect(await server.app.get(FirstAdmin).create(email, null)).toMatchObject({ created: false });
    expect((await server.get('/api/user/info', token)).status).toBe(401);
    expect((await server.post('/login', { email, password })).body.isAdmin).toBe(true);
  });

  it('invite others, each invitation for one account and with the role it names', async () => {
    const { adtoken } = (await invite({ role: 'auditor' })).body;
    const joined = await join(adtoken, 'grace@example.com');
    expect(joined.body).toMatchObject({ success: true, name: 'Grace Hopper', roles: ['shopper', 'auditor'] });
    const again = await join(adtoken, 'mallory@example.com');
    expect([again.status, again.body.code]).toEqual([400, 'invitation-invalid']);
  });

  it('invite without a role to register as a shopper', async () => {
    const { adtoken } = (await invite({})).body;
    expect((await join(adtoken, 'shopper@example.com')).body.roles).toEqual(['shopper']);
  });

  it('may invite one address alone', async () => {
    const { adtoken } = (await invite({ email: 'only@example.com', role: 'admin' })).body;
    expect((await join(adtoken, 'another@example.com')).body.code).toBe('invitation-invalid');
    expect((await join(adtoken, 'Only@Example.com')).body.isAdmin).toBe(true);
  });

  it('set an end, after which nobody gets in', async () => {
    const { adtoken } = (await invite({ expiresAt: new Date(Date.now() + 60_000).toISOString() })).body;
    server.clock.ahead = 61_000;
    expect((await join(adtoken, 'late@example.com')).body.code).toBe('invitation-invalid');
    server.clock.ahead = 0;
    expect((await invite({ expiresAt: '2020-01-01T00:00:00Z' })).status).toBe(400);
    expect((await invite({ expiresAt: 'tomorrow' })).status).toBe(400);
  });

  it.each([['nonsense'], ['eyJhbGciOiJub25lIn0.eyJhdWQiOiJyZWdpc3RlciJ9.']])(
    'let nobody in with an altered token: %s',
    async (adtoken) => {
      expect((await join(adtoken, 'altered@example.com')).body.code).toBe('invitation-invalid');
    },
  );

  it('see the accounts, page by page', async () => {
    const { status, body, headers } = await server.get('/users?range=[0,0]&sort=["email","ASC"]', adminToken);
    expect(status).toBe(200);
    expect(body).toHaveLength(1);
    expect(headers.get('content-range')).toMatch(/^users 0-0\/\d+$/);
  });

  it('alone see accounts and make invitations', async () => {
    const { token } = await server.signUp();
    expect((await server.get('/users', token)).status).toBe(403);
    expect((await server.get('/users')).status).toBe(401);
    expect((await invite({ role: 'nonsense' }, token)).status).toBe(403);
  });
});
