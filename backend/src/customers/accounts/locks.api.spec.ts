import { type AccountServerUnderTest, startAccountServer } from '@supreme-access/test/fixtures/account-server.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { firstSteps } from '../../server/first-steps.js';
import { STAFF, SuspendStaff } from '../access/staff.js';
import { Accounts } from './accounts.js';
import { MakeStaff } from './staffing.js';

const PASSWORD = 'correct horse 7';
const REASON = { reason: 'their laptop was stolen' };

describe('a locked account', () => {
  let server: AccountServerUnderTest;
  beforeEach(async () => {
    server = await startAccountServer();
  });
  afterEach(() => server?.stop());

  const logIn = async (email: string, password = PASSWORD) => {
    const { status, body, headers } = await server.post('/login', { email, password });
    return { status, body, headers, token: String(body.token), uuid: String(body.uuid) };
  };
  const admin = async (email: string) => {
    await server.app.get(MakeStaff).appoint(email, 'admin', PASSWORD);
    return logIn(email);
  };
  const lock = (uuid: string, token: string) => server.post(`/api/admin/accounts/${uuid}/lock`, REASON, token);
  const unlock = (uuid: string, token: string) => server.post(`/api/admin/accounts/${uuid}/unlock`, REASON, token);
  const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

  it('lets nobody in and ends what was open, until it is unlocked', async () => {
    const ada = await admin('ada@example.com');
    const shopper = await server.signUp();
    const { status, body } = await lock(shopper.uuid, ada.token);
    expect([status, body.account]).toEqual([200, expect.objectContaining({ id: shopper.uuid, locked: true })]);
    expect((await server.get('/api/user/info', shopper.token)).status).toBe(401);
    expect(refusal(await logIn(shopper.email))).toEqual([403, 'account-locked']);
    expect((await unlock(shopper.uuid, ada.token)).body.account).toMatchObject({ locked: false });
    expect((await logIn(shopper.email)).status).toBe(200);
  });

  it('stays unlocked though a copy of the request that locked it comes late, and of a role as well', async () => {
    const [ada, grace] = [await admin('ada@example.com'), await admin('grace@example.com')];
    const key = { 'idempotency-key': 'once' };
    const path = `/api/admin/accounts/${grace.uuid}`;
    const late = () => server.post(`${path}/lock`, REASON, ada.token, key);
    await late();
    await unlock(grace.uuid, ada.token);
    expect((await late()).body.account).toMatchObject({ locked: false });

    const proof = { password: PASSWORD };
    const dismiss = () => server.ask('DELETE', `${path}/roles/admin`, proof, ada.token, key);
    await dismiss();
    await server.app.get(MakeStaff).appoint('grace@example.com', 'admin', PASSWORD);
    expect((await dismiss()).body.account.roles).toContain('admin');
  });

  it('answers a wrong password as any other does', async () => {
    const ada = await admin('ada@example.com');
    const [locked, open] = [await server.signUp(), await server.signUp()];
    await lock(locked.uuid, ada.token);
    const [one, other] = [await logIn(locked.email, 'wrong horse 7'), await logIn(open.email, 'wrong horse 7')];
    expect([one.status, one.body]).toEqual([other.status, other.body]);
    const names = ({ headers }: { headers: Headers }) => [...headers.keys()].sort();
    expect(names(one)).toEqual(names(other));
  });

  it('is never the last admin’s, also of two who lock each other at once', async () => {
    const [ada, grace] = [await admin('ada@example.com'), await admin('grace@example.com')];
    const answers = await Promise.all([lock(grace.uuid, ada.token), lock(ada.uuid, grace.token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const left = [await logIn('ada@example.com'), await logIn('grace@example.com')].filter(
      ({ status }) => status === 200,
    );
    expect(left).toHaveLength(1);
    const [last] = left;
    expect(refusal(await lock(String(last?.uuid), String(last?.token)))).toEqual([409, 'last-admin']);
    const proof = { password: PASSWORD };
    expect(
      refusal(await server.ask('DELETE', `/api/admin/accounts/${last?.uuid}/roles/admin`, proof, last?.token)),
    ).toEqual([409, 'last-admin']);
  });

  it('is left by its sessions though a crash came between, and locked to its end by the next try', async () => {
    const [ada, grace] = [await admin('ada@example.com'), await admin('grace@example.com')];
    const facts = { accountId: grace.uuid, reason: 'cut off', active: [ada.uuid] };
    await server.app.get(Accounts).askStaff(new SuspendStaff(STAFF, facts, workerMetadata('test')));
    expect((await server.get('/api/admin/accounts', grace.token)).status).toBe(401);
    expect((await lock(grace.uuid, ada.token)).status).toBe(200);
    expect(refusal(await logIn('grace@example.com'))).toEqual([403, 'account-locked']);
  });

  it('is locked by the next start where a crash came after its roles were suspended', async () => {
    const [ada, grace] = [await admin('ada@example.com'), await admin('grace@example.com')];
    const facts = { accountId: grace.uuid, reason: 'cut off', active: [ada.uuid] };
    await server.app.get(Accounts).askStaff(new SuspendStaff(STAFF, facts, workerMetadata('test')));
    const start = () => firstSteps(server.app, () => undefined);
    await start();
    expect(refusal(await logIn('grace@example.com'))).toEqual([403, 'account-locked']);
    const head = await server.platform.log.head();
    await start();
    expect(await server.platform.log.head()).toBe(head);
    await unlock(grace.uuid, ada.token);
    await start();
    expect((await logIn('grace@example.com')).status).toBe(200);
  });

  it('is for admins to decide, of accounts that there are, with a reason', async () => {
    const ada = await admin('ada@example.com');
    const shopper = await server.signUp();
    for (const act of ['lock', 'unlock']) {
      const path = `/api/admin/accounts/${shopper.uuid}/${act}`;
      expect((await server.post(path, REASON, shopper.token)).status).toBe(403);
      expect((await server.post(path, {}, ada.token)).status).toBe(400);
      for (const id of ['nobody', crypto.randomUUID()]) {
        expect((await server.post(`/api/admin/accounts/${id}/${act}`, REASON, ada.token)).status).toBe(404);
      }
    }
  });

  it('has all its sessions ended by who logs out everywhere', async () => {
    const { token, email } = await server.signUp();
    const other = await logIn(email);
    expect((await server.post('/api/user/logout', { which: 'all' }, token)).status).toBe(200);
    for (const one of [token, other.token]) expect((await server.get('/api/user/info', one)).status).toBe(401);
  });
});
