import {
  type AccountServerUnderTest,
  startAccountServer,
  verify,
} from '@supreme-access/test/fixtures/account-server.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { Streams } from '../../event-sourcing/streams.js';
import { SessionList } from '../access/session-list.js';
import { type Member, STAFF, staff, TakeRoles } from '../access/staff.js';
import { MakeStaff } from './staffing.js';

const PASSWORD = 'correct horse 7';

describe('the staff', () => {
  let server: AccountServerUnderTest;
  beforeEach(async () => {
    server = await startAccountServer();
  });
  afterEach(() => server?.stop());

  const logIn = async (email: string, password = PASSWORD) => {
    const { body } = await server.post('/login', { email, password });
    return { email, token: String(body.token), uuid: String(body.uuid), roles: body.roles };
  };
  const admin = async (email: string) => {
    await server.app.get(MakeStaff).appoint(email, 'admin', PASSWORD);
    return logIn(email);
  };
  const dismiss = (id: string, role: string, token: string) =>
    server.ask('DELETE', `/api/admin/accounts/${id}/roles/${role}`, { password: PASSWORD }, token);
  const erase = (token: string) => server.post('/api/user/erase', { password: PASSWORD }, token);
  const members = async (): Promise<readonly Member[]> => (await server.app.get(Commands).state(staff, STAFF)).members;

  it('is let in by no session whose role the log has never granted', async () => {
    const { uuid } = await server.signUp();
    const sessions = server.app.get(SessionList);
    expect(await sessions.admit(await sessions.sign(uuid, ['shopper', 'admin'], 0))).toBe(false);
    expect(await sessions.admit(await sessions.sign(uuid, ['shopper'], 0))).toBe(true);
  });

  describe('losing a role', () => {
    it('takes it from the account and ends its sessions', async () => {
      const [ada, grace] = [await admin('ada@example.com'), await admin('grace@example.com')];
      const { status, body } = await dismiss(grace.uuid, 'admin', ada.token);
      expect([status, body.account]).toEqual([200, expect.objectContaining({ id: grace.uuid, roles: ['shopper'] })]);
      expect((await server.get('/api/user/info', grace.token)).status).toBe(401);
      expect((await logIn('grace@example.com')).roles).toEqual(['shopper']);
      expect((await dismiss(grace.uuid, 'admin', ada.token)).status).toBe(200);
    });

    it('is refused to the last admin, who cannot be erased either', async () => {
      const ada = await admin('ada@example.com');
      const { status, body } = await dismiss(ada.uuid, 'admin', ada.token);
      expect([status, body.code]).toEqual([409, 'last-admin']);
      const erasing = await erase(ada.token);
      expect([erasing.status, erasing.body.code]).toEqual([409, 'last-admin']);
      expect((await server.get('/api/user/info', ada.token)).body.isAdmin).toBe(true);
    });

    it('leaves one of two admins who take it from each other at once', async () => {
      const [ada, grace] = [await admin('ada@example.com'), await admin('grace@example.com')];
      const answers = await Promise.all([
        dismiss(grace.uuid, 'admin', ada.token),
        dismiss(ada.uuid, 'admin', grace.token),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await members()).filter(({ here }) => here)).toHaveLength(1);
    });

    it('leaves one of two admins who erase themselves at once', async () => {
      const [ada, grace] = [await admin('ada@example.com'), await admin('grace@example.com')];
      const answers = await Promise.all([erase(ada.token), erase(grace.token)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const left = await Promise.all([logIn(ada.email), logIn(grace.email)]);
      expect(left.filter(({ roles }) => Array.isArray(roles) && roles.includes('admin'))).toHaveLength(1);
    });

    it('is for admins to decide, of roles and accounts that there are', async () => {
      const ada = await admin('ada@example.com');
      const shopper = await server.signUp();
      expect((await dismiss(ada.uuid, 'admin', shopper.token)).status).toBe(403);
      expect((await dismiss(shopper.uuid, 'shopper', ada.token)).status).toBe(404);
      expect((await dismiss('nobody', 'admin', ada.token)).status).toBe(404);
      expect((await dismiss(crypto.randomUUID(), 'admin', ada.token)).status).toBe(404);
    });
  });

  it('ends the sessions that had a role, though a crash came before the account said so, on every process', async () => {
    const [ada, grace] = [await admin('ada@example.com'), await admin('grace@example.com')];
    const facts = { accountId: grace.uuid, roles: ['admin'], active: [ada.uuid] } as const;
    const { position } = await server.app
      .get(Streams)
      .handle(staff, new TakeRoles(STAFF, facts, workerMetadata('elsewhere')));
    await server.platform.projector.passed(position, 60_000);
    expect((await server.get('/api/user/info', grace.token)).status).toBe(401);
    expect((await logIn('grace@example.com')).roles).toEqual(['shopper']);
  });

  describe('made by the operator of an address that somebody registered', () => {
    it('keeps the password of one who has proven the address', async () => {
      const { email, password } = await server.signUp();
      await verify(server, email, password);
      expect(await server.app.get(MakeStaff).appoint(email, 'auditor', null)).toEqual({
        email,
        password: null,
        created: false,
      });
      expect((await logIn(email)).roles).toEqual(['shopper', 'auditor']);
    });

    it('shuts out who registered it without proof: they make no admin of themselves by being there first', async () => {
      const { email, password, token } = await server.signUp();
      const made = await server.app.get(MakeStaff).appoint(email, 'admin', null);
      expect(made).toEqual({ email, password: expect.stringMatching(/^[\w-]{20}$/), created: false });
      expect((await server.get('/api/user/info', token)).status).toBe(401);
      expect((await server.post('/login', { email, password })).status).toBe(401);
      expect((await logIn(email, String(made.password))).roles).toEqual(['shopper', 'admin']);
    });

    it('keeps the password of one who has the role already', async () => {
      const ada = await admin('ada@example.com');
      expect(await server.app.get(MakeStaff).appoint(ada.email, 'admin', null)).toMatchObject({ password: null });
      expect((await logIn(ada.email)).uuid).toBe(ada.uuid);
    });
  });
});
