import { UNATTENDED_HEADER } from '@supreme-access/contract/attendance.js';
import type { OwnSession } from '@supreme-access/contract/shapes/people.js';
import { type AccountServerUnderTest, startAccountServer } from '@supreme-access/test/fixtures/account-server.js';
import { all } from '@supreme-access/test/fixtures/event-log.js';
import { Sessions } from '../../auth/sessions.js';
import { Commands } from '../../event-sourcing/commands.js';
import { Reads } from '../../projections/reads.js';
import { SessionList } from '../access/session-list.js';
import { MakeStaff } from './staffing.js';

const PASSWORD = 'correct horse 7';
const MINUTE = 60_000;

describe('the sessions of an account', () => {
  let server: AccountServerUnderTest;
  beforeAll(async () => {
    server = await startAccountServer();
    await server.app.get(MakeStaff).appoint('ada@example.com', 'admin', PASSWORD);
    await server.app.get(MakeStaff).appoint('aud@example.com', 'auditor', PASSWORD);
  });
  afterAll(() => server?.stop());

  const logIn = async (email = 'ada@example.com') => {
    const { body } = await server.post('/login', { email, password: PASSWORD });
    return String(body.token);
  };
  const list = async (token: string) => (await server.get('/api/user/sessions', token)).body as OwnSession[];
  const isIn = async (token: string) => (await server.get('/api/user/info', token)).status === 200;
  const logOut = (token: string) => server.post('/api/user/logout', {}, token);

  it('end by logging out: the token is worth nothing to who has copied it, while others go on', async () => {
    const [copied, other] = [await logIn(), await logIn()];
    expect((await logOut(copied)).status).toBe(200);
    expect([await isIn(copied), await isIn(other)]).toEqual([false, true]);
    expect((await logOut(copied)).status).toBe(401);
    await logOut(other);
  });

  it('end by logging out also for shoppers, of whom nothing else is recorded', async () => {
    const { token, uuid } = await server.signUp();
    expect((await server.get('/api/user/sessions', token)).status).toBe(403);
    await logOut(token);
    expect(await isIn(token)).toBe(false);
    const events = (await all(server.platform.log.readAll())).filter(
      ({ stream, data }) => stream.startsWith('session-') && 'accountId' in data && data.accountId === uuid,
    );
    expect(events.map(({ type }) => type)).toEqual(['SessionEnded']);
  });

  it('are shown to staff, who end one of them wherever it is open', async () => {
    const [stolen, own] = [await logIn(), await logIn()];
    const open = await server.until(async () => {
      const listed = await list(own);
      return listed.length === 2 ? listed : undefined;
    });
    expect(open.filter(({ current }) => current)).toEqual([
      { id: expect.any(String), begunAt: expect.any(String), usedAt: expect.any(String), current: true },
    ]);
    const other = open.find(({ current }) => !current);
    expect((await server.ask('DELETE', `/api/user/sessions/${other?.id}`, undefined, own)).status).toBe(200);
    expect([await isIn(stolen), await isIn(own)]).toEqual([false, true]);
    expect(await list(own)).toHaveLength(1);
    await logOut(own);
  });

  it('are shown until they are over, though not each use is recorded', async () => {
    await server.app.get(MakeStaff).appoint('cleo@example.com', 'auditor', PASSWORD);
    const stolen = await logIn('cleo@example.com');
    server.clock.ahead += 0.8 * MINUTE;
    expect(await isIn(stolen)).toBe(true);
    server.clock.ahead += 29.5 * MINUTE;
    const own = await logIn('cleo@example.com');
    expect(await list(own)).toHaveLength(2);
    server.clock.ahead += MINUTE;
    expect(await list(own)).toHaveLength(1);
    expect(await isIn(stolen)).toBe(false);
    await logOut(own);
  });

  it('that a new password has ended are shown no more', async () => {
    await server.app.get(MakeStaff).appoint('bea@example.com', 'admin', PASSWORD);
    const before = await logIn('bea@example.com');
    await server.until(async () => (await list(before)).length === 1 || undefined);
    const change = { password: PASSWORD, newPassword: 'another horse 8' };
    const { status, body } = await server.post('/api/user/password', change, before);
    expect(status).toBe(200);
    expect((await list(String(body.token))).map(({ current }) => current)).toEqual([true]);
  });

  it('of somebody else are as good as none', async () => {
    const [ada, auditor] = [await logIn(), await logIn('aud@example.com')];
    const [foreign] = await server.until(async () => {
      const listed = await list(ada);
      return listed.length > 0 ? listed : undefined;
    });
    for (const id of [foreign?.id, crypto.randomUUID(), 'nothing']) {
      const { status, body } = await server.ask('DELETE', `/api/user/sessions/${id}`, undefined, auditor);
      expect([status, body.code]).toEqual([404, 'not-found']);
    }
    expect(await isIn(ada)).toBe(true);
    await logOut(ada);
    await logOut(auditor);
  });

  it('of staff are over after 30 minutes in which only the page asked', async () => {
    const [left, used] = [await logIn(), await logIn('aud@example.com')];
    for (let minutes = 0; minutes < 30; minutes += 10) {
      server.clock.ahead += 10 * MINUTE;
      await server.get('/api/user/info', left, { [UNATTENDED_HEADER]: 'yes' });
      await server.get('/api/user/info', used);
    }
    expect([await isIn(left), await isIn(used)]).toEqual([false, true]);
    await logOut(used);
  });

  it('that were used are known so after a restart, and those that were ended', async () => {
    const [used, ended] = [await logIn(), await logIn()];
    const sid = server.platform.sessions.check(used)?.sid ?? '';
    server.clock.ahead += 20 * MINUTE;
    expect(await isIn(used)).toBe(true);
    await logOut(ended);
    const types = async () => (await all(server.platform.log.readStream(`session-${sid}`))).map(({ type }) => type);
    await server.until(async () => (await types()).includes('SessionUsed') || undefined);
    expect(await types()).toEqual(['SessionBegun', 'SessionUsed']);
    await server.until(async () => (await server.platform.projector.reached(1_000)) || undefined);
    const { projector, secrets, clock } = server.platform;
    const later = new Sessions(secrets.get('jwt'), clock);
    const { app } = server;
    await new SessionList(
      app.get(Commands),
      later,
      app.get(Reads),
      projector,
      { staffTotpRequired: false },
      clock,
    ).load();
    server.clock.ahead += 15 * MINUTE;
    expect([later.check(used), later.check(ended)]).toEqual([expect.objectContaining({ sid }), null]);
  });
});
