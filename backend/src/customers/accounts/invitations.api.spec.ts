import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { AdminInvitation } from '@supreme-access/contract/shapes/people.js';
import { type AccountServerUnderTest, startAccountServer } from '@supreme-access/test/fixtures/account-server.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Refused } from '../../event-sourcing/decider.js';
import { firstSteps } from '../../server/first-steps.js';
import { Accounts } from './accounts.js';
import { InvitationMails } from './invitations.js';
import { RegistrationMails } from './registration-mails.js';
import { MakeStaff, StaffRoles } from './staffing.js';

const PASSWORD = 'correct horse 7';
const DAY = 24 * 3_600_000;

describe('invitations', () => {
  let server: AccountServerUnderTest;
  let admin = { id: '', email: '', password: '', token: '' };
  beforeAll(async () => {
    server = await startAccountServer();
    const { email, password } = await server.app.get(MakeStaff).ensureAdmin();
    admin = { ...admin, email, password: String(password) };
    await logIn();
  });
  afterAll(() => server?.stop());

  const logIn = async () => {
    const { body } = await server.post('/login', { email: admin.email, password: admin.password });
    admin = { ...admin, id: String(body.uuid), token: String(body.token) };
  };
  const invite = async (body: object, more = {}) => {
    const answer = await server.post('/api/admin/invitations', body, admin.token, more);
    return { status: answer.status, code: answer.body.code, id: String(answer.body.id), adtoken: answer.body.adtoken };
  };
  const inAMinute = () => new Date(Date.now() + 60_000).toISOString();
  const inviteAs = (role: string, body: object = {}) => invite({ role, password: admin.password, ...body });
  const join = (adtoken: unknown, email: string) =>
    server.post('/register/ad', { name: 'Grace Hopper', email, password: 'correct horse 7', adtoken });
  const folded = async () => server.platform.projector.passed(await server.platform.log.head(), 60_000);
  const list = async (filter: object) => {
    await folded();
    const query = encodeURIComponent(JSON.stringify(filter));
    const { body } = await server.get(`/api/admin/invitations?filter=${query}`, admin.token);
    return body as unknown as AdminInvitation[];
  };
  const one = async (id: string) =>
    (await server.get(`/api/admin/invitations/${id}`, admin.token)).body as unknown as AdminInvitation;
  const revoke = (id: string, token = admin.token) =>
    server.ask('DELETE', `/api/admin/invitations/${id}`, undefined, token);

  it("give a role only with the admin's own password", async () => {
    expect(await invite({ role: 'auditor' })).toMatchObject({ status: 403, code: 'password-required' });
    expect(await invite({ role: 'auditor', password: 'a wrong one' })).toMatchObject({ code: 'password-wrong' });
    expect(await inviteAs('auditor', { otp: '123456' })).toMatchObject({ status: 200 });
    expect(await invite({})).toMatchObject({ status: 200 });
  });

  it('are mailed to the address they are for, with a link that registers there and nowhere else', async () => {
    const email = 'ruth@example.com';
    const { id, adtoken } = await inviteAs('auditor', { email });
    const mail = await server.mail('invitation', email);
    expect(mail.headers.get('subject')).toBe('You are invited');
    expect(mail.text).toContain('You are invited as an auditor');
    const token = /\/register\?token=([\w.-]+)$/m.exec(mail.text)?.[1];
    expect(token).toBe(adtoken);

    const elsewhere = await join(token, 'mallory@example.com');
    expect(elsewhere.body).toMatchObject({ error: 'This invitation is for another email address.' });
    const joined = await join(token, email);
    expect(joined.body).toMatchObject({ success: true, roles: ['shopper', 'auditor'] });
    await folded();
    expect(await one(id)).toMatchObject({
      email,
      state: 'used',
      mail: 'sent',
      madeBy: admin.id,
      usedBy: joined.body.uuid,
    });
  });

  it('keep whom they went to sealed in the log', async () => {
    const { id } = await invite({ email: 'sealed@example.com' });
    const stored: unknown[] = [];
    for await (const event of server.platform.log.readStream(`invitation-${id}`)) stored.push(event);
    expect(stored).not.toHaveLength(0);
    expect(JSON.stringify(stored)).not.toContain('sealed@');
  });

  describe('whose role was not granted, for a crash came before', () => {
    const key = { 'idempotency-key': randomUUID() };
    const cutOff = async (email: string) => {
      const { adtoken } = await inviteAs('admin', { email });
      const giving = jest.spyOn(server.app.get(Accounts), 'giveRole');
      giving.mockRejectedValueOnce(new Refused('outcome-unknown', 'unavailable', 'cut off'));
      const again = () => server.post('/register/ad', { name: 'Grace', email, password: PASSWORD, adtoken }, null, key);
      expect((await again()).status).toBe(503);
      giving.mockRestore();
      return { adtoken, again };
    };
    const logInAs = async (email: string) => (await server.post('/login', { email, password: PASSWORD })).body;

    it('give it once the request is repeated, and not again once it was taken', async () => {
      const email = 'cut@example.com';
      const { again } = await cutOff(email);
      expect((await logInAs(email)).isAdmin).toBe(false);
      const { status, body } = await again();
      expect([status, body.isAdmin]).toEqual([200, true]);
      expect((await server.get('/api/admin/accounts', body.token)).status).toBe(200);
      expect((await logInAs(email)).isAdmin).toBe(true);
      await server.app.get(StaffRoles).dismiss(body.uuid, ['admin'], workerMetadata('spec'));
      expect((await again()).body.code).toBe('already-done');
      expect((await logInAs(email)).isAdmin).toBe(false);
    });

    it('give it at the next start, and not again once it was taken', async () => {
      const email = 'later@example.com';
      await cutOff(email);
      await folded();
      const start = () => firstSteps(server.app, () => undefined);
      await start();
      const { isAdmin, uuid } = await logInAs(email);
      expect(isAdmin).toBe(true);
      await server.app.get(StaffRoles).dismiss(uuid, ['admin'], workerMetadata('spec'));
      await start();
      expect((await logInAs(email)).isAdmin).toBe(false);
    });

    it('give it to no stranger who registers the address after a crash came before that', async () => {
      const email = 'squatted@example.com';
      const { adtoken } = await inviteAs('admin', { email });
      const registering = jest.spyOn(server.app.get(RegistrationMails), 'verifyLink');
      registering.mockRejectedValueOnce(new Refused('outcome-unknown', 'unavailable', 'cut off'));
      expect((await join(adtoken, email)).status).toBe(503);
      registering.mockRestore();
      await server.done('/register', { email, password: PASSWORD });
      await folded();
      await firstSteps(server.app, () => undefined);
      expect((await logInAs(email)).isAdmin).toBe(false);
    });
  });

  it('are the same for a repeated Idempotency-Key', async () => {
    const [body, key] = [{ email: 'twice@example.com' }, { 'idempotency-key': 'invite-twice' }];
    const [first, second] = [await invite(body, key), await invite(body, key)];
    expect(second).toEqual(first);
    expect(await list({ q: 'twice' })).toHaveLength(1);
  });

  it('are listed with how they stand and found by the address, and no answer carries a token', async () => {
    const open = await invite({ email: 'open@listed.example' });
    const over = await invite({ email: 'over@listed.example', expiresAt: inAMinute() });
    const revoked = await invite({ email: 'revoked@listed.example' });
    const used = await inviteAs('admin', { email: 'used@listed.example' });
    await revoke(revoked.id);
    const { body } = await join(used.adtoken, 'used@listed.example');
    server.clock.ahead = 61_000;
    try {
      const all = await list({ q: 'listed' });
      expect(new Map(all.map(({ id, state }) => [id, state]))).toEqual(
        new Map([
          [used.id, 'used'],
          [revoked.id, 'revoked'],
          [over.id, 'expired'],
          [open.id, 'open'],
        ]),
      );
      for (const { id, state } of all)
        expect([state, await list({ q: 'listed', state })]).toMatchObject([state, [{ id }]]);
      expect(await list({ q: 'listed', role: 'admin' })).toMatchObject([{ id: used.id, usedBy: body.uuid }]);
      expect(JSON.stringify(all)).not.toMatch(/eyJ|adtoken/);
    } finally {
      server.clock.ahead = 0;
    }
  });

  it('say clearly why they no longer admit anybody', async () => {
    const refusal = async (adtoken: unknown) => (await join(adtoken, 'late@example.com')).body;
    const revoked = await invite({});
    await revoke(revoked.id);
    expect(await refusal(revoked.adtoken)).toMatchObject({
      code: 'invitation-invalid',
      error: 'This invitation is not valid. It was withdrawn. Ask whoever invited you for a new one.',
    });
    const used = await invite({});
    await join(used.adtoken, 'first@example.com');
    expect((await refusal(used.adtoken)).error).toContain('It has already been used.');
    const over = await invite({ expiresAt: inAMinute() });
    server.clock.ahead = 61_000;
    expect((await refusal(over.adtoken)).error).toContain('It has expired.');
    server.clock.ahead = 0;
    expect((await refusal('nonsense')).error).toContain('The link may be incomplete.');
  });

  it('are revoked once, and not once somebody has registered', async () => {
    const { id, adtoken } = await invite({});
    expect((await revoke(id)).body).toMatchObject({ id, state: 'revoked', revokedBy: admin.id });
    expect((await revoke(id)).body).toMatchObject({ id, state: 'revoked' });
    expect((await join(adtoken, 'too-late@example.com')).status).toBe(400);
    const used = await invite({});
    await join(used.adtoken, 'in-time@example.com');
    expect((await revoke(used.id)).body).toMatchObject({ code: 'invitation-used' });
    expect((await revoke('nothing')).status).toBe(404);
  });

  it('forget whom they went to with that account, the kept mail too', async () => {
    const email = 'gone@example.com';
    const { id, adtoken } = await invite({ email });
    await server.mail('invitation', email);
    const { body } = await join(adtoken, email);
    await server.post('/api/user/erase', { password: 'correct horse 7' }, String(body.token));
    expect(await one(id)).toMatchObject({ email: null, state: 'used' });
    expect(await list({ q: 'gone' })).toEqual([]);
    expect((await server.mails(email)).map(({ name }) => name).filter((name) => name.includes('invitation'))).toEqual(
      [],
    );
  });

  it('forget it as well a month after they are over', async () => {
    const { id } = await invite({ email: 'never@example.com' });
    await server.mail('invitation', 'never@example.com');
    server.clock.ahead = 38 * DAY;
    const before = admin.token;
    try {
      await logIn();
      while ((await one(id)).email !== null) await folded();
      expect(await one(id)).toMatchObject({ email: null, state: 'expired' });
    } finally {
      server.clock.ahead = 0;
      admin.token = before;
    }
  });

  it('are not mailed any more once they are revoked', async () => {
    await server.platform.jobRunner.stop(2_000);
    const { id } = await invite({ email: 'unmailed@example.com' });
    const compose = () =>
      server.app.get(InvitationMails).compose({ about: `invitation-${id}`, kind: 'invitation', which: '' });
    expect(await compose()).toMatchObject({ to: 'unmailed@example.com' });
    await revoke(id);
    expect(await compose()).toBeNull();
  });
});
