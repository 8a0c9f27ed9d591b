import { type AccountServerUnderTest, startAccountServer } from '@supreme-access/test/fixtures/account-server.js';
import { tokenOf } from '@supreme-access/test/fixtures/mailbox.js';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/tokens.js';
import { MakeStaff } from './staffing.js';

describe('admins', () => {
  let server: AccountServerUnderTest;
  let adminToken = '';
  let adminPassword = '';
  beforeAll(async () => {
    server = await startAccountServer();
    const { email, password } = await server.app.get(MakeStaff).ensureAdmin();
    adminPassword = String(password);
    adminToken = String((await server.post('/login', { email, password })).body.token);
  });
  afterAll(() => server?.stop());

  const invite = (body: object, token = adminToken) =>
    server.post('/api/admin/invitations', { password: adminPassword, ...body }, token);
  const join = (adtoken: unknown, email: string) =>
    server.post('/register/ad', { name: 'Grace Hopper', email, password: 'correct horse 7', adtoken });

  it('begin with one, made once', async () => {
    expect((await server.get('/api/user/info', adminToken)).body).toMatchObject({
      isAdmin: true,
      roles: ['shopper', 'admin'],
    });
    expect(await server.app.get(MakeStaff).ensureAdmin()).toMatchObject({ created: false });
  });

  it('invite others, each invitation for one account and with the role it names', async () => {
    const { adtoken } = (await invite({ role: 'auditor' })).body;
    const joined = await join(adtoken, 'grace@example.com');
    expect(joined.body).toMatchObject({ success: true, name: 'Grace Hopper', roles: ['shopper', 'auditor'] });
    const again = await join(adtoken, 'mallory@example.com');
    expect([again.status, again.body.code]).toEqual([400, 'invitation-invalid']);
  });

  it('invite without a role to register as a shopper', async () => {
    const { adtoken, link } = (await invite({})).body;
    expect(link).toBe(`${server.app.get<Config>(CONFIG).publicUrl}/register?token=${adtoken}`);
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

  describe('looking for accounts', () => {
    const ids = async (filter: object, path = '/api/admin/accounts') => {
      await server.platform.projector.passed(await server.platform.log.head(), 60_000);
      const { body } = await server.get(`${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`, adminToken);
      return (body as unknown as { id: string }[]).map(({ id }) => id);
    };
    const register = async (name: string, email: string) => {
      const { body } = await server.post('/register', { name, email, password: 'correct horse 7' });
      return { id: String(body.uuid), token: String(body.token) };
    };

    it('find them by any word of the name, any part of the address, and the id, in any case', async () => {
      const { id } = await register('Zora Neale Hurston', 'z.hurston+drops@eatonville.example');
      const typed = ['zora', 'NEALE', 'hurs zor', 'Z.Hurston', 'drops', 'eaton', 'z.hurston+drops@eatonville.example'];
      for (const q of [...typed, id.toUpperCase()]) expect([q, await ids({ q })]).toEqual([q, [id]]);
      for (const q of ['ora', 'zora x', 'urston']) expect([q, await ids({ q })]).toEqual([q, []]);
      expect(await ids({ q: 'neale' }, '/users')).toEqual([id]);
    });

    it('see them by role, by whether the address is verified, and once erased without anything personal', async () => {
      const [auditor] = await ids({ role: 'auditor' });
      const email = 'ida@rhodes.example';
      const { id } = await register('Ida Rhodes', email);
      expect(auditor).toBeDefined();
      expect(await ids({ q: 'rhodes', emailVerified: true })).toEqual([]);
      await server.post('/api/forgotpw', { email });
      const hash = tokenOf(await server.mail('password-reset', email));
      const password = 'another horse 8';
      await server.post('/api/resetpassword', { hash, password, confirmPassword: password });
      expect(await ids({ q: 'rhodes', emailVerified: true, role: 'shopper' })).toEqual([id]);

      const { token } = (await server.post('/login', { email, password })).body;
      await server.post('/api/user/erase', { password }, String(token));
      expect(await ids({ q: 'rhodes' })).toEqual([]);
      expect(await ids({ erased: true, q: 'rhodes' })).toEqual([]);
      expect(await ids({ erased: true, id })).toEqual([id]);
      const { body } = await server.get(`/api/admin/accounts/${id}`, adminToken);
      expect(body).toMatchObject({ id, email: '', name: '', phone: '', customer_id: null, erased: true, profiles: 0 });
    });

    it('look at one with its facts and nothing secret', async () => {
      const { id } = await register('Mary Jackson', 'mary@jackson.example');
      const { body } = await server.get(`/api/admin/accounts/${id}`, adminToken);
      expect(body).toEqual({
        id,
        uuid: id,
        name: 'Mary Jackson',
        email: 'mary@jackson.example',
        phone: '',
        roles: ['shopper'],
        isAdmin: false,
        emailVerified: false,
        mailBounced: null,
        customer_id: null,
        billingLast4: null,
        registeredAt: expect.stringMatching(/Z$/),
        erased: false,
        locked: false,
        profiles: 0,
      });
      expect((await server.get('/api/admin/accounts/nobody', adminToken)).status).toBe(404);
    });
  });

  it('alone see accounts and make invitations', async () => {
    const { token } = await server.signUp();
    expect((await server.get('/users', token)).status).toBe(403);
    expect((await server.get('/users')).status).toBe(401);
    expect((await invite({ role: 'nonsense' }, token)).status).toBe(403);
  });
});
