import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import {
  type AccountServerUnderTest,
  startAccountServer,
  verify,
} from '@supreme-access/test/fixtures/account-server.js';
import { tokenOf } from '@supreme-access/test/fixtures/mailbox.js';
import type { Answer } from '@supreme-access/test/fixtures/test-server.js';
import { Secret, TOTP } from 'otpauth';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { all } from '../../event-sourcing/reading.js';
import { UnderWay } from '../../event-sourcing/under-way.js';
import { type Limit, Limits } from '../../http/limits/limits.js';
import { MailBudget } from '../../mail/mail-budget.js';
import { toRecorded } from '../../projections/recorded.js';
import { accountJobs } from './account.jobs.js';
import { RevokeSessions } from './account-security.js';
import { Accounts } from './accounts.js';
import { AddressMoves } from './address-moves.js';
import { DetailsChanges } from './details.js';
import { EmailClaims } from './email-claims.js';
import { Credentials } from './passwords.js';
import { MakeStaff } from './staffing.js';
import { StepUp } from './step-up.js';

const PASSWORD = 'correct horse 7';
const COPIES = 8;

describe('a request that comes many times under its key', () => {
  let server: AccountServerUnderTest;
  let ask: Ask;
  beforeAll(async () => {
    server = await startAccountServer();
    ask = repeatedly(server);
    inTwoProcesses();
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await server?.stop();
  });
  afterEach(() => {
    server.clock.ahead = 0;
  });

  async function staff(role: 'admin' | 'auditor' = 'admin') {
    const email = anyone();
    await server.app.get(MakeStaff).appoint(email, role, PASSWORD);
    const { token, uuid } = await server.ok(server.post('/login', { email, password: PASSWORD }, null));
    return { email, token: String(token), uuid: String(uuid) };
  }
  const isOpen = async (token: string) => (await server.get('/api/user/info', token)).status === 200;

  /** What was mailed to the owner of an account, or is to be. */
  const mailed = async (uuid: string) => {
    const events = await all(server.platform.log.readStream(`account-${uuid}`));
    const made = events.flatMap((event) => accountJobs.rule(toRecorded(event, {}, undefined)));
    return made.flatMap((change) => (change.kind === 'mail' && 'about' in change ? [change.about] : []));
  };
  const anyone = () => `${randomUUID()}@example.com`;
  const LATER = 600_000;

  it('registers once, and its copies have the same session', async () => {
    const who = { email: anyone(), password: PASSWORD };
    const { answer, again, key } = await ask('/register', who, null);
    expect(await isOpen(answer.token)).toBe(true);
    expect(await mailed(answer.uuid)).toEqual(['verify-email']);
    // Whoever is nobody is known by what they say: another body is another request.
    const other = await server.post('/register', { ...who, password: 'another horse 8' }, null, key);
    expect([other.status, other.code]).toEqual([409, 'not-registered']);
    server.clock.ahead += LATER;
    expect(await again()).toMatchObject({ status: 409, body: { code: 'already-done' } });
  });

  it('gives no copy of a registration the session once it is over', async () => {
    const { answer, again } = await ask('/register', { email: anyone(), password: PASSWORD }, null);
    await server.ok(server.post('/api/user/logout', { which: 'all' }, answer.token));
    expect(await again()).toMatchObject({ status: 409, body: { code: 'already-done' } });
  });

  it('invites once, and gives its copies the link for as long as somebody may register with it', async () => {
    const { token } = await staff();
    const { answer, again, key } = await ask('/api/admin/invitations', { role: 'auditor', password: PASSWORD }, token);
    expect((await server.post('/api/admin/invitations', {}, token, key)).status).toBe(422);
    await server.ok(server.ask('DELETE', `/api/admin/invitations/${answer.id}`, undefined, token));
    expect((await again()).body.code).toBe('already-done');
  });

  it('registers once by an invitation, which is used up', async () => {
    const admin = await staff();
    const { adtoken } = await server.ok(server.post('/api/admin/invitations', {}, admin.token));
    const who = { email: anyone(), password: PASSWORD, name: 'Ada Quimby', adtoken };
    const { answer } = await ask('/register/ad', who, null);
    expect(await isOpen(answer.token)).toBe(true);
    expect(await mailed(answer.uuid)).toEqual(['verify-email']);
    expect((await server.post('/register/ad', { ...who, email: anyone() }, null)).code).toBe('invitation-invalid');
  });

  it.each([
    ['one session', {}],
    ['all sessions', { which: 'all' }],
  ])('ends %s once, and its copies are not told to log in', async (_, body) => {
    const { token, email } = await server.signUp();
    const { again, key } = await ask('/api/user/logout', body, token);
    expect(await again()).toEqual({ status: 200, body: { success: true } });
    const { token: next } = await server.ok(server.post('/login', { email, password: PASSWORD }, null));
    expect((await again()).status).toBe(200);
    expect([await isOpen(token), await isOpen(next)]).toEqual([false, true]);
    expect((await server.post('/api/user/logout', body, token, { 'idempotency-key': randomUUID() })).status).toBe(401);
    expect((await server.post('/api/user/logout', { which: 'this' }, token, key)).status).toBe(401);
    server.clock.ahead += 600_000;
    expect((await again()).status).toBe(401);
  });

  describe('about a password', () => {
    const next = { password: 'another horse 8' };

    it('resets it once by the mailed link, and its copies hear so for ten minutes', async () => {
      const { email, token, uuid } = await server.signUp();
      await server.post('/api/forgotpw', { email }, null);
      const body = {
        hash: tokenOf(await server.mail('password-reset', email)),
        ...next,
        confirmPassword: next.password,
      };
      const { answer, again, key } = await ask('/api/resetpassword', body, null);
      expect(answer).toEqual({ success: true });
      expect(await mailed(uuid)).toEqual(['verify-email', 'password-reset', 'password-changed']);
      const { token: open } = await server.ok(server.post('/login', { email, ...next }, null));
      expect((await again()).status).toBe(200);
      expect([await isOpen(token), await isOpen(open)]).toEqual([false, true]);
      const other = { ...body, password: 'a third horse 9', confirmPassword: 'a third horse 9' };
      expect((await server.post('/api/resetpassword', other, null, key)).code).toBe('link-over');
      server.clock.ahead += LATER;
      expect((await again()).body.code).toBe('link-over');
    });

    it('keeps it under another name where a copy comes after the sweep took what the first had kept', async () => {
      const [credentials, metadata] = [server.app.get(Credentials), workerMetadata('spec')];
      const first = await credentials.keep(PASSWORD, metadata, 'cut off');
      expect(await credentials.keep(PASSWORD, metadata, 'cut off')).toBe(first);
      await credentials.forget(first);
      const late = await credentials.keep(PASSWORD, metadata, 'cut off');
      expect(await credentials.match(late, PASSWORD, { client: '' })).toBe(true);
    });

    it('changes it once, and its copies have the same new session while it is open', async () => {
      const { email, token, uuid } = await server.signUp();
      const body = { password: PASSWORD, newPassword: next.password };
      const { answer, again, key } = await ask('/api/user/password', body, token);
      expect([await isOpen(token), await isOpen(answer.token)]).toEqual([false, true]);
      expect(await mailed(uuid)).toEqual(['verify-email', 'password-changed']);
      const other = { ...body, newPassword: 'a third horse 9' };
      expect((await server.post('/api/user/password', other, token, key)).status).toBe(401);
      expect((await server.post('/api/user/password', other, answer.token, key)).status).toBe(422);
      // The same words by another session of the account.
      const { token: elsewhere } = await server.ok(server.post('/login', { email, ...next }, null));
      expect((await server.post('/api/user/password', body, elsewhere, key)).code).toBe('already-done');
      await server.ok(server.post('/api/user/logout', { which: 'all' }, elsewhere));
      expect((await again()).body.code).toBe('already-done');
      server.clock.ahead += LATER;
      expect((await again()).status).toBe(401);
    });
  });

  it('asks for another address once, and mails it one link', async () => {
    const { email, token, uuid } = await server.signUp();
    const updates = { name: 'Ada Quimby', email: anyone() };
    const { answer, key } = await ask('/api/user/updateProfile', { updates, password: PASSWORD }, token);
    expect(answer).toMatchObject({ email, name: 'Ada Quimby' });
    expect(await mailed(uuid)).toEqual(['verify-email', 'move-email']);
    const other = { updates: { ...updates, name: 'Ada Holt' }, password: PASSWORD };
    expect((await server.post('/api/user/updateProfile', other, token, key)).status).toBe(422);
  });

  it('counts the mail to another address once, though two processes ask for it', async () => {
    // Each process has a budget of its own over counts that all share.
    let counts: Limit | undefined;
    const of: Limits['of'] = (about) => {
      counts ??= server.app.get(Limits).of(about);
      return counts;
    };
    const budget = () => new MailBudget({ of } as Limits);
    const { token, uuid } = await server.signUp();
    const session = server.platform.sessions.check(token);
    if (!session) throw new Error('the session is not open');
    const metadata = { ...workerMetadata('spec'), actor: { kind: 'shopper', id: uuid } } as const;
    const email = anyone();
    const change = () =>
      new DetailsChanges(
        server.app.get(Accounts),
        server.app.get(EmailClaims),
        server.app.get(StepUp),
        budget(),
        server.app.get(AddressMoves),
      ).change({ email }, { password: PASSWORD }, session, { metadata, session, keyed: true });
    await Promise.all([change(), change()]);
    expect(await mailed(uuid)).toEqual(['verify-email', 'move-email']);
    for (let mails = 1; mails < 10; mails += 1) await budget().spend(email, [uuid]);
    await expect(budget().spend(email, [uuid])).rejects.toMatchObject({ code: 'too-many' });
  });

  it('mails the link that verifies once more, and counts that however often its copies come', async () => {
    const { email, token, uuid } = await server.signUp();
    const key = { 'idempotency-key': randomUUID() };
    for (let copy = 0; copy < 3; copy += 1)
      await server.ok(server.post('/api/user/resendVerification', {}, token, key));
    expect(await mailed(uuid)).toEqual(['verify-email', 'verify-email']);
    const budget = server.app.get(MailBudget);
    for (let mails = 1; mails < 10; mails += 1) await budget.spend(email, [uuid]);
    await expect(budget.spend(email, [uuid])).rejects.toMatchObject({ code: 'too-many' });
  });

  it('ends the sessions of whom it gave or took a role, also if it was cut off in between', async () => {
    const [{ token }, { email, uuid }] = [await staff(), await server.signUp()];
    const theirs = String((await verify(server, email, PASSWORD)).token);
    const path = `/api/admin/accounts/${uuid}/roles`;
    const ends = [];
    for (const [method, under, more] of [
      ['POST', path, { role: 'auditor' }],
      ['DELETE', `${path}/auditor`, {}],
    ] as const) {
      const key = { 'idempotency-key': randomUUID() };
      const send = () => server.ask(method, under, { ...more, password: PASSWORD }, token, key);
      const accounts = server.app.get(Accounts);
      const ask = accounts.ask.bind(accounts);
      const cut = jest.fn<() => Promise<never>>().mockRejectedValueOnce(new Error('cut off'));
      const asking = jest.spyOn(accounts, 'ask').mockImplementation(async (...command) => {
        if (command[0] === RevokeSessions) await cut();
        return ask(...command);
      });
      expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([500, 200, 200]);
      asking.mockRestore();
      const events = await all(server.platform.log.readStream(`account-${uuid}`));
      ends.push(events.filter(({ type }) => type === 'SessionsRevoked').length);
    }
    expect(ends).toEqual([1, 2]);
    expect(await isOpen(theirs)).toBe(false);
  });

  it('erases an account once, and its copies hear so for ten minutes', async () => {
    const { token, uuid } = await server.signUp();
    const { answer, again, key } = await ask('/api/user/erase', { password: PASSWORD }, token);
    expect(answer).toEqual({ success: true, finished: true });
    expect(await mailed(uuid)).toEqual(['verify-email', 'account-erased']);
    expect((await server.post('/api/user/erase', { password: 'another horse 8' }, token, key)).status).toBe(401);
    server.clock.ahead += LATER;
    expect((await again()).status).toBe(401);
  });

  it('erases an account at its owner’s request once', async () => {
    const [{ token }, { uuid }] = [await staff(), await server.signUp()];
    const path = `/api/admin/accounts/${uuid}/erase`;
    const body = { reason: 'asked by letter', password: PASSWORD };
    const { answer, key } = await ask(path, body, token);
    expect(answer).toEqual({ success: true, finished: true });
    expect((await server.post(path, { ...body, reason: 'on the phone' }, token, key)).status).toBe(422);
    expect((await server.post(path, body, token)).code).toBe('erased');
  });

  describe('about one-time codes', () => {
    const codeOf = (secret: string) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.platform.clock() });
    async function enrolled() {
      const who = await staff();
      const { secret } = await server.ok(server.post('/api/user/totp/enrol', { password: PASSWORD }, who.token));
      const { token } = await server.ok(server.post('/api/user/totp/confirm', { code: codeOf(secret) }, who.token));
      server.clock.ahead += 30_000;
      return { ...who, secret: String(secret), token: String(token) };
    }
    const proof = (secret: string) => ({ password: PASSWORD, otp: codeOf(secret) });
    const isOn = async (token: string) => (await server.get('/api/user/totp', token)).body.on;

    it('offers one secret, turns it on once, and gives its copies the same codes and session', async () => {
      const { token } = await staff();
      const offered = await ask('/api/user/totp/enrol', { password: PASSWORD }, token);
      expect((await server.post('/api/user/totp/enrol', {}, token, offered.key)).status).toBe(422);
      const body = { code: codeOf(offered.answer.secret) };
      const { answer, again, key } = await ask('/api/user/totp/confirm', body, token);
      expect([await isOpen(token), await isOn(answer.token)]).toEqual([false, true]);
      expect(new Set(answer.recoveryCodes).size).toBe(10);
      expect((await server.post('/api/user/totp/confirm', { code: '000000' }, answer.token, key)).status).toBe(422);
      expect((await server.post('/api/user/totp/enrol', { password: PASSWORD }, token, offered.key)).status).toBe(401);
      const [recovery] = answer.recoveryCodes;
      const off = { password: PASSWORD, otp: recovery };
      expect((await server.post('/api/user/totp/disable', off, answer.token)).status).toBe(200);
      expect((await again()).body.code).toBe('already-done');
    });

    it('makes recovery codes once, which its copies are given while they are worth something', async () => {
      const { token, secret } = await enrolled();
      const { answer, again, key } = await ask('/api/user/totp/recovery', proof(secret), token);
      expect((await server.post('/api/user/totp/recovery', {}, token, key)).status).toBe(422);
      server.clock.ahead += 30_000;
      await server.ok(
        server.post('/api/user/totp/recovery', { password: PASSWORD, otp: answer.recoveryCodes[3] }, token),
      );
      expect((await again()).body.code).toBe('already-done');
      expect(await isOn(token)).toBe(true);
    });

    it('gives no recovery codes after ten minutes, nor makes others', async () => {
      const { token, secret } = await enrolled();
      const { answer, again } = await ask('/api/user/totp/recovery', proof(secret), token);
      server.clock.ahead += LATER;
      expect((await again()).body.code).toBe('already-done');
      const off = { password: PASSWORD, otp: answer.recoveryCodes[9] };
      expect((await server.post('/api/user/totp/disable', off, token)).status).toBe(200);
    });

    it('turns them off once, by their owner, and nothing that is turned on since', async () => {
      const { token, secret } = await enrolled();
      const { again, key } = await ask('/api/user/totp/disable', proof(secret), token);
      expect((await server.post('/api/user/totp/disable', {}, token, key)).status).toBe(422);
      server.clock.ahead += 30_000;
      const offer = await server.ok(server.post('/api/user/totp/enrol', { password: PASSWORD }, token));
      const on = await server.ok(server.post('/api/user/totp/confirm', { code: codeOf(offer.secret) }, token));
      expect((await again()).status).toBe(401);
      expect((await server.post('/api/user/totp/disable', proof(secret), on.token, key)).status).toBe(422);
      expect(await isOn(on.token)).toBe(true);
    });

    it('takes them off a colleague once, and ends no session that began since', async () => {
      const [admin, colleague] = [await staff(), await enrolled()];
      const path = `/api/admin/accounts/${colleague.uuid}/totp/disable`;
      const { again, key } = await ask(path, { password: PASSWORD }, admin.token);
      expect(await isOpen(colleague.token)).toBe(false);
      const { token } = await server.ok(server.post('/login', { email: colleague.email, password: PASSWORD }, null));
      expect((await again()).status).toBe(200);
      expect(await isOpen(token)).toBe(true);
      expect((await server.post(path, {}, admin.token, key)).status).toBe(422);
    });
  });
});

/** Every other request is as if it came to another process: it waits for none that is under way. */
function inTwoProcesses(): void {
  const { first } = UnderWay.prototype;
  let count = 0;
  jest.spyOn(UnderWay.prototype, 'first').mockImplementation(function (this: UnderWay, key, does, again) {
    count += 1;
    return count % 2 === 0 ? does() : first.call(this, key, does, again);
  } as typeof first);
}

type Ask = ReturnType<typeof repeatedly>;

/** Eight copies at once, which are all answered alike or asked to come again, and then one more, which is answered the same. */
function repeatedly(server: AccountServerUnderTest) {
  return async (path: string, body: object, token: string | null) => {
    const key = { 'idempotency-key': randomUUID() };
    const again = async () => said(await server.post(path, body, token, key));
    const answers = await Promise.all(Array.from({ length: COPIES }, again));
    const late = await again();
    expect(answers.filter(({ status }) => status !== 503)).toEqual(
      answers.filter(({ status }) => status !== 503).map(() => late),
    );
    expect(late).toMatchObject({ status: 200 });
    return { answer: late.body, again, key };
  };
}

function said({ status, body }: Answer) {
  return { status, body };
}
