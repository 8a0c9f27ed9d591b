import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { type AccountServerUnderTest, startAccountServer } from '@supreme-access/test/fixtures/account-server.js';
import { tokenOf } from '@supreme-access/test/fixtures/mailbox.js';
import { Secret, TOTP } from 'otpauth';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { OneTimeCodes } from '../access/one-time-codes.js';
import { Registration } from './sign-in.js';
import { MakeStaff } from './staffing.js';

const PASSWORD = 'correct horse 7';
const STEP = 30_000;
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe.each(['optional', 'required'])('one-time codes, where they are %s', (staffTotp) => {
  let server: AccountServerUnderTest;
  beforeAll(async () => {
    server = await startAccountServer([], { STAFF_TOTP: staffTotp });
  });
  afterAll(() => server?.stop());

  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.platform.clock() });
  const nextStep = () => {
    server.clock.ahead += STEP;
  };
  const logIn = (email: string, otp?: string, password = PASSWORD) =>
    server.post('/login', { email, password, ...(otp ? { otp } : {}) });
  let made = 0;
  const staffed = async () => {
    made += 1;
    const email = `ada-${made}@example.com`;
    await server.app.get(MakeStaff).appoint(email, 'admin', PASSWORD);
    const { body } = await logIn(email);
    return { email, uuid: String(body.uuid), token: String(body.token), mustEnrol: body.mustEnrol };
  };
  const enrolled = async () => {
    const who = await staffed();
    const { body: offer } = await server.post('/api/user/totp/enrol', { password: PASSWORD }, who.token);
    const { body } = await server.post('/api/user/totp/confirm', { code: codeOf(offer.secret) }, who.token);
    nextStep();
    return {
      ...who,
      secret: String(offer.secret),
      url: offer.url,
      token: String(body.token),
      codes: body.recoveryCodes,
    };
  };
  const kept = async (uuid: string) => {
    const records = [];
    for await (const { id } of server.platform.vault.list('totp')) if (id.startsWith(uuid)) records.push(id);
    return records;
  };

  it('are asked for after the right password alone, and count once', async () => {
    const { email, secret } = await enrolled();
    expect(refusal(await logIn(email))).toEqual([401, 'otp-required']);
    expect(refusal(await logIn(email, undefined, 'wrong horse 7'))).toEqual([401, 'login-incorrect']);
    expect(refusal(await logIn(email, codeOf(secret), 'wrong horse 7'))).toEqual([401, 'login-incorrect']);
    const seen = codeOf(secret);
    expect((await logIn(email, seen)).status).toBe(200);
    expect(refusal(await logIn(email, seen))).toEqual([401, 'otp-wrong']);
    nextStep();
    expect((await logIn(email, codeOf(secret))).status).toBe(200);
  });

  it('let one in of many who send the same code at once', async () => {
    const { email, secret } = await enrolled();
    const answers = await Promise.all(Array.from({ length: 5 }, () => logIn(email, codeOf(secret))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('end the sessions of before as they are turned on, and say the recovery codes once', async () => {
    const { token: before, ...who } = await staffed();
    const { body: offer } = await server.post('/api/user/totp/enrol', { password: PASSWORD }, before);
    expect(refusal(await server.post('/api/user/totp/confirm', { code: 'no code' }, before))).toEqual([
      403,
      'otp-wrong',
    ]);
    const { body } = await server.post('/api/user/totp/confirm', { code: codeOf(offer.secret) }, before);
    expect(body.recoveryCodes).toHaveLength(10);
    expect((await server.get('/api/user/info', before)).status).toBe(401);
    const { body: status } = await server.get('/api/user/totp', body.token);
    expect(status).toEqual({ success: true, on: true, recoveryCodesLeft: 10, required: staffTotp === 'required' });
    expect((await server.get(`/api/admin/accounts/${who.uuid}`, body.token)).status).toBe(200);
  });

  it('are turned on by a code that nobody can guess: whose session is stolen, an open offer is of no use', async () => {
    const { token } = await staffed();
    const { body: offer } = await server.post('/api/user/totp/enrol', { password: PASSWORD }, token);
    const confirm = (code: string) => server.post('/api/user/totp/confirm', { code }, token);
    const wrong = codeOf(offer.secret) === '000000' ? '111111' : '000000';
    for (let guess = 1; guess <= 30; guess += 1) expect(refusal(await confirm(wrong))).toEqual([403, 'otp-wrong']);
    expect(refusal(await confirm(codeOf(offer.secret)))).toEqual([429, 'too-many']);
  });

  it('are stood in for by a recovery code, once', async () => {
    const { email, codes } = await enrolled();
    expect((await logIn(email, codes[4])).status).toBe(200);
    expect(refusal(await logIn(email, codes[4]))).toEqual([401, 'otp-wrong']);
    expect((await logIn(email, codes[5].toUpperCase())).status).toBe(200);
  });

  it('are stood in for by the newest recovery codes alone', async () => {
    const { email, token, secret, codes } = await enrolled();
    const stepUp = { password: PASSWORD, otp: codeOf(secret) };
    const { body } = await server.post('/api/user/totp/recovery', stepUp, token);
    expect(refusal(await logIn(email, codes[0]))).toEqual([401, 'otp-wrong']);
    expect((await logIn(email, body.recoveryCodes[0])).status).toBe(200);
  });

  it('that are wrong count as wrong passwords do', async () => {
    const { email, secret } = await enrolled();
    const tries = [];
    for (let n = 0; n < 12; n += 1) tries.push((await logIn(email, '000000')).status);
    expect(tries.slice(-2)).toEqual([429, 429]);
    expect((await logIn(email, codeOf(secret))).status).toBe(429);
  });

  it('are not gone round by a mailed link', async () => {
    const { email, uuid } = await enrolled();
    const said = await server.post('/api/forgotpw', { email });
    expect(said.status).toBe(200);
    const hash = tokenOf(await server.mail('password-reset', email));
    const password = 'another horse 8';
    expect((await server.post('/api/resetpassword', { hash, password, confirmPassword: password })).status).toBe(200);
    expect(refusal(await logIn(email, undefined, password))).toEqual([401, 'otp-required']);
    expect(uuid).not.toBe('');
  });

  it('are asked for where an invitation gives a role', async () => {
    const { token, secret } = await enrolled();
    const invite = (otp?: string) =>
      server.post('/api/admin/invitations', { role: 'auditor', password: PASSWORD, ...(otp ? { otp } : {}) }, token);
    expect(refusal(await invite())).toEqual([403, 'otp-required']);
    expect(refusal(await invite('000000'))).toEqual([403, 'otp-wrong']);
    expect((await invite(codeOf(secret))).status).toBe(200);
    const tooLong = new Date(server.platform.clock() + 8 * 24 * 3_600_000).toISOString();
    expect(refusal(await server.post('/api/admin/invitations', { expiresAt: tooLong }, token))).toEqual([
      400,
      'expiry-too-late',
    ]);
  });

  it('are asked for of who takes a role away, and of who changes the password or erases the account', async () => {
    const [ada, grace] = [await enrolled(), await enrolled()];
    const dismissal = (proof?: object, key: Record<string, string> = {}) =>
      server.ask('DELETE', `/api/admin/accounts/${ada.uuid}/roles/admin`, proof, grace.token, key);
    expect(refusal(await dismissal())).toEqual([403, 'password-required']);
    expect(refusal(await dismissal({ password: {} }))).toEqual([400, 'invalid']);
    const own = (path: string, more: object = {}) => server.post(path, { password: PASSWORD, ...more }, grace.token);
    expect(refusal(await own('/api/user/password', { newPassword: 'another horse 8' }))).toEqual([403, 'otp-required']);
    expect(refusal(await own('/api/user/erase'))).toEqual([403, 'otp-required']);
    expect(refusal(await dismissal({ password: PASSWORD }))).toEqual([403, 'otp-required']);
    const proof = { password: PASSWORD, otp: codeOf(grace.secret) };
    const key = { 'idempotency-key': 'dismiss-ada' };
    expect((await dismissal(proof, key)).status).toBe(200);
    expect(refusal(await dismissal(proof))).toEqual([403, 'otp-wrong']);
    nextStep();
    nextStep();
    nextStep();
    expect((await dismissal(proof, key)).status).toBe(200);
  });

  it('are taken off by another admin who proves to be one, and leave nothing in the vault', async () => {
    const [ada, grace] = [await enrolled(), await enrolled()];
    const help = (otp?: string) =>
      server.post(`/api/admin/accounts/${ada.uuid}/totp/disable`, { password: PASSWORD, otp }, grace.token);
    expect(refusal(await help())).toEqual([403, 'otp-required']);
    expect((await help(codeOf(grace.secret))).status).toBe(200);
    expect((await server.get('/api/user/info', ada.token)).status).toBe(401);
    expect((await logIn(ada.email)).status).toBe(200);
    expect(await kept(ada.uuid)).toEqual([]);
  });

  it('are for who works here', async () => {
    const { token, password } = await server.signUp();
    expect(refusal(await server.post('/api/user/totp/enrol', { password }, token))).toEqual([403, 'not-staff']);
  });

  if (staffTotp === 'required') {
    it('are to be set up by whom an invitation makes staff, as the answer to the sign-up says', async () => {
      const email = 'grace@example.com';
      const admission = async () => ({ roles: ['auditor' as const], verify: false });
      const who = { email, name: '', phone: '', password: PASSWORD };
      const context = { session: null, metadata: workerMetadata('test'), keyed: false };
      const answer = await server.app.get(Registration).signUp(who, context, admission);
      expect(answer.mustEnrol).toBe(true);
    });

    it('leave who has none with what a shopper may, and nobody turns them off', async () => {
      const { token, mustEnrol, uuid } = await staffed();
      expect(mustEnrol).toBe(true);
      expect((await server.get(`/api/admin/accounts/${uuid}`, token)).status).toBe(403);
      expect((await server.get('/api/user/sessions', token)).status).toBe(403);
      const { token: full, secret } = await enrolled();
      const off = await server.post('/api/user/totp/disable', { password: PASSWORD, otp: codeOf(secret) }, full);
      expect(refusal(off)).toEqual([409, 'otp-mandatory']);
    });
  } else {
    it('are turned off with password and code', async () => {
      const { email, token, secret, mustEnrol } = await enrolled();
      expect(mustEnrol).toBeUndefined();
      const off = (otp?: string) => server.post('/api/user/totp/disable', { password: PASSWORD, otp }, token);
      expect(refusal(await off())).toEqual([403, 'otp-required']);
      expect((await off(codeOf(secret))).status).toBe(200);
      expect((await logIn(email)).status).toBe(200);
    });

    /** Asks twice under one key: the first time the process ends before anything is erased from the vault. */
    const cutOff = async (path: string, body: object, token: string) => {
      const key = { 'idempotency-key': randomUUID() };
      const erase = jest.spyOn(server.platform.vault, 'erase').mockRejectedValueOnce(new Error('the process ended'));
      const first = await server.post(path, body, token, key);
      erase.mockRestore();
      return [first.status, (await server.post(path, body, token, key)).status];
    };

    it('leave nothing in the vault, although the process ended as they were turned off', async () => {
      const { token, secret, uuid } = await enrolled();
      const proof = { password: PASSWORD, otp: codeOf(secret) };
      expect(await cutOff('/api/user/totp/disable', proof, token)).toEqual([500, 200]);
      expect(await kept(uuid)).toEqual([]);
    });

    it('keep the newest recovery codes alone, although the process ended as they were made', async () => {
      const { token, secret, uuid } = await enrolled();
      const proof = { password: PASSWORD, otp: codeOf(secret) };
      expect(await cutOff('/api/user/totp/recovery', proof, token)).toEqual([500, 200]);
      expect(await kept(uuid)).toHaveLength(2);
    });

    it('leave to the sweep what nobody comes again to erase', async () => {
      const { token, secret, uuid } = await enrolled();
      const { vault } = server.platform;
      const named = async () => (await server.app.get(OneTimeCodes).named('totp', await kept(uuid))).size;
      expect(await named()).toBe(2);
      const erase = jest.spyOn(vault, 'erase').mockRejectedValueOnce(new Error('the process ended'));
      const off = { password: PASSWORD, otp: codeOf(secret) };
      expect((await server.post('/api/user/totp/disable', off, token)).status).toBe(500);
      erase.mockRestore();
      expect([(await kept(uuid)).length, await named()]).toEqual([2, 0]);
    });

    it('that are offered again outlast a copy of the request that turned others off', async () => {
      const { token, secret } = await enrolled();
      const key = { 'idempotency-key': randomUUID() };
      const off = { password: PASSWORD, otp: codeOf(secret) };
      const ask = () => server.post('/api/user/totp/disable', off, token, key);
      expect((await ask()).status).toBe(200);
      const { body } = await server.post('/api/user/totp/enrol', { password: PASSWORD }, token);
      expect((await ask()).status).toBe(200);
      const on = await server.post('/api/user/totp/confirm', { code: codeOf(body.secret) }, token);
      expect(on.status).toBe(200);
    });
  }
});
