import { randomUUID } from 'node:crypto';
import {
  type AccountServerUnderTest,
  startAccountServer,
  verify,
} from '@supreme-access/test/fixtures/account-server.js';
import { tokenOf } from '@supreme-access/test/fixtures/mailbox.js';
import { MakeStaff } from '../staffing.js';

const PASSWORD = 'correct horse 7';
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('an account that staff look after', () => {
  let server: AccountServerUnderTest;
  let admin = { token: '', uuid: '' };
  let auditor = { token: '', uuid: '' };
  beforeAll(async () => {
    server = await startAccountServer();
    server.forgetful = false;
    admin = await staff('admin');
    auditor = await staff('auditor');
  });
  afterAll(() => server?.stop());

  async function staff(role: 'admin' | 'auditor') {
    const email = `${role}-${randomUUID()}@example.com`;
    await server.app.get(MakeStaff).appoint(email, role, PASSWORD);
    const { body } = await server.post('/login', { email, password: PASSWORD });
    return { token: String(body.token), uuid: String(body.uuid) };
  }
  const read = (id: string, what: string, token = auditor.token) =>
    server.get(`/api/admin/accounts/${id}/${what}`, token);
  /** Once the read models say so. */
  const shows = (id: string, what: string, isThere: (rows: Record<string, unknown>[]) => boolean) =>
    server.until(async () => {
      const { body } = await read(id, what);
      return isThere(body) ? (body as Record<string, unknown>[]) : undefined;
    });
  const act = (id: string, what: string, body: object, token = admin.token) =>
    server.post(`/api/admin/accounts/${id}/${what}`, body, token);
  const end = (id: string, reason = 'they asked for it') => act(id, 'sessions/end', { reason });
  const grant = (id: string, body: object = {}) => act(id, 'roles', { role: 'auditor', password: PASSWORD, ...body });

  it('shows the open sessions of who works here, without saying which is whose device', async () => {
    const { body } = await read(auditor.uuid, 'access');
    expect(body).toEqual({
      sessions: [{ id: expect.any(String), begunAt: expect.any(String), usedAt: expect.any(String) }],
      sessionsKept: true,
      oneTimeCodes: false,
      wrongPasswords: 0,
    });
  });

  it('keeps no book of a shopper’s sessions, and counts the wrong passwords of the last hour', async () => {
    const { uuid, email } = await server.signUp();
    await server.post('/login', { email, password: 'wrong horse 7' });
    await server.post('/login', { email, password: 'wrong horse 8' });
    const { body } = await read(uuid, 'access');
    expect(body).toEqual({ sessions: [], sessionsKept: false, oneTimeCodes: false, wrongPasswords: 2 });
  });

  it('shows its profiles masked', async () => {
    const shopper = await server.signUp();
    await server.saveProfile(shopper);
    const [shown] = await shows(shopper.uuid, 'profiles', (rows) => rows.length === 1);
    expect(shown).toEqual({
      id: expect.any(String),
      profileName: 'Main Profile',
      name: 'Ada Lovelace',
      city: 'New York',
      country: 'US',
      cardBrand: 'visa',
      cardLast4: '4242',
      codeOnFile: true,
      savedAt: expect.any(String),
    });
    expect(JSON.stringify(shown)).not.toMatch(/4242424242424242|350 5th|\b10118\b|2025550143|"123"/);
  });

  it('shows what was mailed and how that went, newest first', async () => {
    const { uuid, email } = await server.signUp();
    await server.mail('verify-email', email);
    await server.post('/api/forgotpw', { email });
    await server.mail('password-reset', email);
    const mails = await shows(uuid, 'mails', (rows) => rows.filter(({ state }) => state === 'sent').length === 2);
    expect(mails.map(({ kind }) => kind)).toEqual(['password-reset', 'verify-email']);
    expect(mails[0]).toMatchObject({ orderId: null, endedAt: expect.any(String), bounceReason: null, reply: null });
    expect(JSON.stringify(mails)).not.toContain(email);
    const { body, headers } = await read(uuid, 'mails?filter={"state":"sent"}&range=[1,1]');
    expect(body.map(({ kind }: { kind: string }) => kind)).toEqual(['verify-email']);
    expect(headers.get('content-range')).toBe('mails 1-1/2');
  });

  it('lists what changed in who may sign in, newest first, by whom and why, a page at a time', async () => {
    const { uuid } = await server.signUp();
    await act(uuid, 'lock', { reason: 'reported stolen' });
    await act(uuid, 'unlock', { reason: 'their own again' });
    const shown = await shows(uuid, 'security', (rows) => rows.length === 3);
    expect(shown.map(({ type }) => type)).toEqual(['AccountUnlocked', 'AccountLocked', 'AccountRegistered']);
    expect(shown[1]).toMatchObject({ by: { kind: 'admin', id: admin.uuid }, reason: 'reported stolen', role: null });
    const { body, headers } = await read(uuid, 'security?filter={"type":["AccountLocked"]}&range=[0,0]');
    expect(body).toEqual([shown[1]]);
    expect(headers.get('content-range')).toBe('security 0-0/1');
  });

  it.each([
    'security?filter={"type":"SlotReserved"}',
    'security?filter={"by":"me"}',
    'security?filter={"at_gte":"yesterday"}',
    'security?range=[9,3]',
    'mails?filter={"state":"lost"}',
    'mails?sort=["mailbox","ASC"]',
  ])('is not asked what makes no sense: %s', async (what) => {
    expect(refusal(await read(auditor.uuid, what))).toEqual([400, 'list-query-invalid']);
  });

  it('has all its sessions ended by an admin, who says why', async () => {
    const { uuid, token } = await server.signUp();
    expect((await end(uuid)).body).toEqual({ success: true });
    expect((await server.get('/api/user/info', token)).status).toBe(401);
    const [last] = await shows(uuid, 'security', (rows) => rows[0]?.type === 'SessionsRevoked');
    expect(last).toMatchObject({ by: { kind: 'admin', id: admin.uuid }, reason: 'they asked for it' });
    expect((await act(uuid, 'sessions/end', {})).status).toBe(400);
  });

  it('is given a role only by who gives their password again, and once its address is proven', async () => {
    const { uuid, email, password } = await server.signUp();
    expect(refusal(await grant(uuid, { password: null }))).toEqual([403, 'password-required']);
    expect(refusal(await grant(uuid, { password: 'wrong horse 7' }))).toEqual([403, 'password-wrong']);
    expect(refusal(await grant(uuid, { role: 'owner' }))).toEqual([400, 'invalid']);
    expect(refusal(await grant(uuid))).toEqual([409, 'address-unproven']);
    expect(tokenOf(await server.mail('verify-email', email))).toEqual(expect.any(String));
    await verify(server, email, password);
    await act(uuid, 'lock', { reason: 'for now' });
    expect(refusal(await grant(uuid))).toEqual([409, 'account-locked']);
    await act(uuid, 'unlock', { reason: 'enough' });
    expect((await grant(uuid)).body).toEqual({ success: true });
    const { body } = await server.post('/login', { email, password });
    expect(body.roles).toEqual(['shopper', 'auditor']);
    const [last] = await shows(uuid, 'security', (rows) => rows.some(({ type }) => type === 'RoleGranted')).then(
      (rows) => rows.filter(({ type }) => type === 'RoleGranted'),
    );
    expect(last).toMatchObject({ by: { kind: 'admin', id: admin.uuid }, role: 'auditor' });
  });

  it.each(['access', 'profiles', 'mails', 'security'])(
    'shows its %s to staff alone, and none of nobody',
    async (what) => {
      const { uuid, token } = await server.signUp();
      const tokens = [null, token, auditor.token, admin.token];
      const answers = await Promise.all(
        tokens.map((one) => server.ask('GET', `/api/admin/accounts/${uuid}/${what}`, undefined, one)),
      );
      expect(answers.map(({ status }) => status)).toEqual([401, 403, 200, 200]);
      for (const id of ['nobody', randomUUID()]) expect((await read(id, what)).status).toBe(404);
    },
  );

  it.each([
    ['sessions/end', { reason: 'curious' }],
    ['roles', { role: 'admin', password: PASSWORD }],
  ])('is changed by admins alone: %s', async (what, body) => {
    const { uuid, token } = await server.signUp();
    for (const one of [token, auditor.token]) expect((await act(uuid, what, body, one)).status).toBe(403);
    for (const id of ['nobody', randomUUID()]) expect((await act(id, what, body)).status).toBe(404);
  });
});
