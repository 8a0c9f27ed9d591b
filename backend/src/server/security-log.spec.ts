import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tokenOf } from '@supreme-access/test/fixtures/mailbox.js';
import { TestServer } from '@supreme-access/test/fixtures/test-server.js';
import { readConfig } from '../config/config.js';
import { openSecurityLines } from '../telemetry/security-log.js';
import { firstSteps } from './first-steps.js';
import { type ProductServer, startServer } from './server.js';

const ADMIN = { email: 'owner@shop.example', password: 'a password of its owner' };
const PASSWORD = 'correct horse 7';

interface Line {
  event: string;
  time: string;
  requestId: string;
  [fact: string]: unknown;
}

describe('the security log', () => {
  let directory: string;
  let text = '';
  let server: ProductServer;
  let people: TestServer;
  let admin: { uuid: string; token: string };
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'security-'));
    const config = readConfig({
      DATA_DIR: join(directory, 'data'),
      LOG_LEVEL: 'silent',
      SEED: 'none',
      PORT: '0',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    });
    server = await startServer(config, { firstSteps: (app) => firstSteps(app, () => undefined) });
    const write = (line: string) => {
      text += line;
    };
    Object.assign(server.platform.security, { lines: openSecurityLines('info', { write }) });
    await server.ready;
    server.platform.jobRunner.start();
    people = new TestServer(server.url, config.dataDir);
    admin = (await people.post('/login', ADMIN)).body;
  });
  afterAll(async () => {
    await server?.stop();
    await rm(directory, { recursive: true });
  });

  const lines = () =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
  /** What came since, without what is in every line. */
  async function during(deed: () => Promise<unknown>): Promise<Line[]> {
    const before = lines().length;
    await deed();
    return lines().slice(before);
  }
  const signUp = async (email: string) =>
    (await people.post('/register', { email, password: PASSWORD, name: 'Ada Quimby' })).body;

  it('records who got in, and who did not', async () => {
    const { uuid } = await signUp('ada@example.org');
    const written = await during(async () => {
      await people.post('/login', { email: 'ada@example.org', password: PASSWORD });
      await people.post('/login', { email: 'ada@example.org', password: 'wrong horse 7' });
      await people.post('/login', { email: 'nobody@example.org', password: PASSWORD });
    });
    expect(written.map(({ event, about }) => [event, about])).toEqual([
      ['login', uuid],
      ['login-failed', uuid],
      ['login-failed', null],
    ]);
    expect(new Set(written.map(({ client }) => client)).size).toBe(1);
  });

  it('records once whose login is refused although the password is right', async () => {
    const { uuid } = await signUp('lee@example.org');
    await people.post(`/api/admin/accounts/${uuid}/lock`, { reason: 'asked to' }, admin.token);
    const written = await during(async () => {
      const { status } = await people.post('/login', { email: 'lee@example.org', password: PASSWORD });
      expect(status).toBe(403);
    });
    expect(written.map(({ event, about, code }) => [event, about, code])).toEqual([
      ['login-failed', uuid, 'account-locked'],
    ]);
  });

  it('records who was refused and who was slowed down, by the route’s pattern', async () => {
    const { token, uuid } = await signUp('bea@example.org');
    const written = await during(async () => {
      await people.get('/api/user/info', null);
      await people.get('/api/admin/orders/secret-of-a-path', token);
      for (let i = 0; i < 11; i += 1)
        await people.post('/login', { email: 'bea@example.org', password: 'wrong horse 7' });
    });
    expect(written.filter(({ event }) => event !== 'login-failed')).toMatchObject([
      { event: 'access-refused', route: 'GET /api/user/info', code: 'unauthorized' },
      {
        event: 'access-refused',
        route: 'GET /api/admin/orders/:id',
        code: 'forbidden',
        actor: { kind: 'shopper', id: uuid },
      },
      { event: 'throttled', route: 'POST /login', code: 'too-many' },
    ]);
  });

  it('records who sends what no page of ours would send, and not what it was', async () => {
    const { token, uuid } = await signUp('eve@example.org');
    const written = await during(async () => {
      await people.post('/api/user/updateProfile', { updates: {}, isAdmin: true }, token);
      await people.post('/api/user/profiles/add', { eProfile: 'no.jwe.of.a.browser' }, token);
      await people.post('/api/inbound/email', { from: 'x', subject: 'y', text: 'z' }, null, { 'x-signature': 'ff' });
    });
    expect(written.filter(({ event }) => event === 'input-refused')).toMatchObject([
      { route: 'POST /api/user/updateProfile', code: 'unknown-field', actor: { kind: 'shopper', id: uuid } },
      { route: 'POST /api/user/profiles/add', code: 'invalid' },
    ]);
    expect(written.at(-1)).toMatchObject({ event: 'access-refused', route: 'POST /api/inbound/email' });
    expect(JSON.stringify(written)).not.toMatch(/isAdmin|no\.jwe/);
  });

  it('records step-ups, invitations and roles', async () => {
    const { uuid } = await signUp('cleo@example.org');
    const written = await during(async () => {
      const input = { email: 'dora@example.org', role: 'auditor' };
      await people.post('/api/admin/invitations', { ...input, password: 'not this one' }, admin.token);
      const { body } = await people.post('/api/admin/invitations', { ...input, password: ADMIN.password }, admin.token);
      const dora = { adtoken: body.adtoken, name: 'Dora', email: input.email, password: PASSWORD };
      const { uuid: auditor } = (await people.post('/register/ad', dora)).body;
      const proof = { password: ADMIN.password };
      await people.ask('DELETE', `/api/admin/accounts/${auditor}/roles/auditor`, proof, admin.token);
      expect(auditor).not.toBe(uuid);
    });
    const events = written.map(({ event }) => event);
    for (const event of [
      'step-up-failed',
      'step-up',
      'invitation-made',
      'invitation-used',
      'account-registered',
      'role-taken',
    ])
      expect(events).toContain(event);
    expect(written.find(({ event }) => event === 'invitation-made')).toMatchObject({
      actor: { kind: 'admin', id: admin.uuid },
      role: 'auditor',
    });
  });

  it('records new passwords and of what ends sessions', async () => {
    const { token, uuid } = await signUp('ed@example.org');
    const written = await during(async () => {
      await people.post('/api/user/password', { password: PASSWORD, newPassword: 'correct horse 8' }, token);
      await people.post('/api/forgotpw', { email: 'ed@example.org' });
      const hash = tokenOf(await people.mail('password-reset', 'ed@example.org'));
      await people.post('/api/resetpassword', {
        hash,
        password: 'correct horse 9',
        confirmPassword: 'correct horse 9',
      });
    });
    const of = written.filter(({ about }) => about === uuid).map(({ event }) => event);
    for (const event of ['step-up', 'password-changed', 'password-reset-requested']) expect(of).toContain(event);
  });

  it('records who of the staff looked at whom', async () => {
    const { uuid } = await signUp('finn@example.org');
    const written = await during(async () => {
      await people.get('/users', admin.token);
      await people.get(`/api/admin/accounts/${uuid}`, admin.token);
      await people.get('/api/admin/orders', admin.token);
      await people.get('/api/admin/orders/export', admin.token);
    });
    expect(written).toMatchObject([
      { event: 'personal-data-read', of: 'account', whose: expect.arrayContaining([uuid]), why: 'GET /users' },
      { event: 'personal-data-read', of: 'account', whose: [uuid], why: 'GET /api/admin/accounts/:id' },
      { event: 'personal-data-read', of: 'order', whose: [] },
      { event: 'personal-data-read', of: 'order', whose: 'all', why: 'GET /api/admin/orders/export' },
    ]);
    expect(new Set(written.map(({ actor }) => JSON.stringify(actor)))).toEqual(
      new Set([JSON.stringify({ kind: 'admin', id: admin.uuid })]),
    );
  });

  it('holds when and in which request in every line, and nothing personal in any', () => {
    for (const line of lines()) {
      expect(line).toMatchObject({ log: 'security', event: expect.stringMatching(/^[a-z]+(-[a-z]+)*$/) });
      expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      expect(line.requestId).toMatch(/^[0-9a-f-]{36}$/);
    }
    for (const personal of ['@', 'Quimby', 'Dora', 'horse', ADMIN.password, '127.0.0.1', 'secret-of-a-path', 'eyJ'])
      expect(text).not.toContain(personal);
  });
});
