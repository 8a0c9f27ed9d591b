import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import {
  type AccountServerUnderTest,
  startAccountServer,
  verify,
} from '@supreme-access/test/fixtures/account-server.js';
import { tokenOf } from '@supreme-access/test/fixtures/mailbox.js';
import { Guesses } from '../../auth/guesses.js';
import { sha256 } from '../../event-sourcing/ids.js';
import { EmailClaims } from './email-claims.js';
import { Credentials } from './passwords.js';

afterAll(() => void jest.restoreAllMocks());

describe('registering and logging in', () => {
  let server: AccountServerUnderTest;
  beforeAll(async () => {
    server = await startAccountServer();
  });
  afterAll(() => server?.stop());

  const password = 'correct horse 7';

  describe('registering', () => {
    it('answers a session and the account, and asks to confirm the address', async () => {
      const { status, body } = await server.post('/register', { email: 'Ada@Example.com', password, phone: '' });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        success: true,
        email: 'Ada@Example.com',
        name: '',
        phone: '',
        customer_id: null,
        billingAddress: null,
        billingLast4: null,
        profiles: 0,
        isAdmin: false,
        roles: ['shopper'],
        emailVerified: false,
      });
      const info = await server.get('/api/user/info', String(body.token));
      expect(info.body).toMatchObject({ uuid: body.uuid, email: 'Ada@Example.com' });
      expect(tokenOf(await server.mail('verify-email', 'Ada@Example.com'))).toMatch(/^[\w-]{43,}$/);
    });

    it('mails nothing that was typed to an address that nobody has proven', async () => {
      const [email, name] = ['victim@example.com', 'Win at https://evil.example'];
      await server.post('/register', { email, password, name });
      await server.post('/register', { email, password });
      await server.post('/api/forgotpw', { email });
      for (const kind of ['verify-email', 'already-registered', 'password-reset']) {
        const { text, html } = await server.mail(kind, email);
        expect(text + html).not.toContain('evil');
      }
      await verify(server, email, password);
      const { token } = (await server.post('/login', { email, password })).body;
      await server.post('/api/user/password', { password, newPassword: 'correct horse 8' }, token);
      expect((await server.mail('password-changed', email)).text).toContain('evil');
    });

    it('mails a link that is good for 48 hours', async () => {
      const { email } = await server.signUp();
      const { text } = await server.mail('verify-email', email);
      const until = /works until \w{3} (\d{1,2} \w{3} \d{4}), (\d\d:\d\d)/.exec(text);
      const hours = (Date.parse(`${until?.[1]} ${until?.[2]} UTC`) - Date.now()) / 3_600_000;
      expect(Math.round(hours)).toBe(48);
    });

    it('refuses a taken address in any case and mails its owner', async () => {
      const { email } = await server.signUp();
      const { status, body } = await server.post('/register', {
        email: email.toUpperCase(),
        password: 'another one 8',
      });
      expect(status).toBe(409);
      expect(body).toEqual({
        success: false,
        error: 'Unable to create an account with these details.',
        code: 'not-registered',
      });
      expect((await server.mail('already-registered', email)).text).toContain('/login');
    });

    it('refuses a taken address in the same words while its owner erases the account', async () => {
      const { email, token } = await server.signUp();
      const claims = server.app.get(EmailClaims);
      const accountOf = claims.accountOf.bind(claims);
      const lookup = jest.spyOn(claims, 'accountOf').mockImplementationOnce(async (key) => {
        const owner = await accountOf(key);
        expect((await server.post('/api/user/erase', { password }, token)).status).toBe(200);
        return owner;
      });
      const { status, body } = await server.post('/register', { email, password });
      expect([status, body.code]).toEqual([409, 'not-registered']);
      lookup.mockRestore();
    });

    it('answers a request that comes again under its key as the first time, for some minutes', async () => {
      const form = { email: 'again@example.com', password, name: 'Ada' };
      const key = { 'idempotency-key': randomUUID() };
      const send = (more: object = {}, under: object = key) =>
        server.post('/register', { ...form, ...more }, null, under);
      const [first, again] = [await send(), await send()];
      expect([first.status, again.status]).toEqual([200, 200]);
      expect(again.body.uuid).toBe(first.body.uuid);
      expect((await server.get('/api/user/info', again.body.token)).status).toBe(200);
      const others = [
        await send({ password: 'another one 8' }),
        await send({}, {}),
        await send({}, { 'idempotency-key': randomUUID() }),
      ];
      expect(others.map(({ body }) => body.code)).toEqual(Array(3).fill('not-registered'));
      server.clock.ahead = 11 * 60_000;
      expect((await send()).body.code).toBe('already-done');
      server.clock.ahead = 0;
    });

    it('gives one address to one of many who register it at once', async () => {
      const email = 'rush@example.com';
      const answers = await Promise.all(Array.from({ length: 8 }, () => server.post('/register', { email, password })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    });

    it.each([
      ['no address', { password }],
      ['an impossible address', { email: 'ada', password }],
      ['an address that breaks mail headers', { email: '"a,b"@example.com', password }],
      ['a short password', { email: 'b@example.com', password: 'seven77' }],
      ['a password that is no text', { email: 'b@example.com', password: 12345678 }],
      ['a number nobody can call', { email: 'b@example.com', password, phone: '12' }],
    ])('refuses %s with the text of the form', async (_, form) => {
      const { status, body } = await server.post('/register', form);
      expect([status, body.error]).toEqual([400, 'Please complete the form.']);
    });

    it('refuses a password that too many people use', async () => {
      const { status, body } = await server.post('/register', { email: 'c@example.com', password: 'password1' });
      expect([status, body.code]).toEqual([400, 'password-common']);
    });

    it('refuses a password of own words', async () => {
      const who = { email: 'ada.quimby@example.com', name: 'Ada Quimby' };
      const { status, body } = await server.post('/register', { ...who, password: 'quimby2026' });
      expect([status, body.code]).toEqual([400, 'password-common']);
    });

    it('refuses fields it does not know', async () => {
      const { status, body } = await server.post('/register', { email: 'd@example.com', password, isAdmin: true });
      expect([status, body.code]).toEqual([400, 'unknown-field']);
    });
  });

  describe('logging in', () => {
    it('answers the account, whatever the case of the address', async () => {
      const { email, uuid } = await server.signUp();
      const { status, body } = await server.post('/login', { email: email.toUpperCase(), password });
      expect([status, body.uuid, body.success]).toEqual([200, uuid, true]);
    });

    it('says the same to a wrong password and an unknown address', async () => {
      const { email } = await server.signUp();
      const wrong = await server.post('/login', { email, password: 'wrong horse 7' });
      const unknown = await server.post('/login', { email: 'nobody@example.com', password });
      expect(wrong.status).toBe(401);
      expect(wrong.body).toEqual({ success: false, error: 'Email or password is incorrect.', code: 'login-incorrect' });
      expect([unknown.status, unknown.body]).toEqual([401, wrong.body]);
    });

    it('is refused for a while after ten wrong passwords, even when they come at once', async () => {
      const { email } = await server.signUp();
      const guess = () => server.post('/login', { email, password: 'wrong horse 7' });
      const answers = await Promise.all(Array.from({ length: 14 }, guess));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
      const refused = await server.post('/login', { email, password });
      expect([refused.status, refused.body.code]).toEqual([429, 'too-many']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });

  describe('a forgotten password', () => {
    const reset = (hash: string, newPassword: string, confirmPassword = newPassword) =>
      server.post('/api/resetpassword', { hash, password: newPassword, confirmPassword });

    it('set anew through the mailed link lets its owner in, whatever strangers have tried', async () => {
      const { email } = await server.signUp();
      const [key, guesses] = [server.app.get(EmailClaims).keyOf(email), server.app.get(Guesses)];
      // One by one, until one is refused: of a hundred at once a store in trouble may leave some to be counted by this process alone.
      let strangers = 0;
      const isAdmitted = () => guesses.admit(key, `198.51.100.${strangers}`).then(Boolean, () => false);
      while (strangers < 250 && (await isAdmitted())) strangers += 1;
      // A count whose answer was lost is made again.
      expect(strangers).toBeGreaterThanOrEqual(90);
      expect((await server.post('/login', { email, password })).status).toBe(429);
      await server.post('/api/forgotpw', { email });

      await reset(tokenOf(await server.mail('password-reset', email)), 'staple 8 battery');

      expect((await server.post('/login', { email, password: 'staple 8 battery' })).status).toBe(200);
    });

    it('is set anew through the mailed link, once, which ends all sessions and verifies the address', async () => {
      const { email, token } = await server.signUp();
      expect((await server.post('/api/forgotpw', { email })).body).toEqual({ success: true });
      const hash = tokenOf(await server.mail('password-reset', email));

      expect((await reset(hash, 'staple 8 battery')).body).toEqual({ success: true });
      expect((await server.get('/api/user/info', token)).status).toBe(401);
      expect((await server.post('/login', { email, password })).status).toBe(401);
      const { body } = await server.post('/login', { email, password: 'staple 8 battery' });
      expect(body).toMatchObject({ success: true, emailVerified: true });
      await server.mail('password-changed', email);

      const again = await reset(hash, 'staple 9 battery');
      expect([again.status, again.body.error]).toEqual([400, 'Please complete the form.']);
    });

    it('is set by one of two who follow the link at once; the other hears that it is used', async () => {
      const { email } = await server.signUp();
      await server.post('/api/forgotpw', { email });
      const hash = tokenOf(await server.mail('password-reset', email));
      const answers = await Promise.all(['staple 8 battery', 'staple 9 battery'].map((one) => reset(hash, one)));
      expect(answers.map(({ status, body }) => [status, body.code]).sort()).toEqual([
        [200, undefined],
        [400, 'link-over'],
      ]);
    });

    it('ends a login too that was let in by the old password and not answered yet', async () => {
      const { email } = await server.signUp();
      await server.post('/api/forgotpw', { email });
      const hash = tokenOf(await server.mail('password-reset', email));
      const credentials = server.app.get(Credentials);
      const match = credentials.match.bind(credentials);
      jest.spyOn(credentials, 'match').mockImplementationOnce(async (record, given, turn) => {
        const isRight = await match(record, given, turn);
        expect((await reset(hash, 'staple 8 battery')).status).toBe(200);
        return isRight;
      });

      const { body } = await server.post('/login', { email, password });
      expect((await server.get('/api/user/info', String(body.token))).status).toBe(401);
    });

    it('does not show who has an account', async () => {
      const { status, body } = await server.post('/api/forgotpw', { email: 'nobody-at-all@example.com' });
      expect([status, body]).toEqual([200, { success: true }]);
    });

    it('wants a valid address', async () => {
      const { status, body } = await server.post('/api/forgotpw', { email: 'ada' });
      expect([status, body.error]).toEqual([400, 'Please enter a valid email.']);
    });

    it.each([
      ['passwords that differ', 'x'.repeat(43), 'staple 8 battery', 'staple 9 battery'],
      ['a hash nobody was sent', 'x'.repeat(43), 'staple 8 battery', 'staple 8 battery'],
      ['a short password', 'x'.repeat(43), 'short', 'short'],
    ])('refuses %s with the text of the form', async (_, hash, newPassword, confirmation) => {
      const { status, body } = await reset(hash, newPassword, confirmation);
      expect([status, body.error]).toEqual([400, 'Please complete the form.']);
    });
  });

  describe('a password in the body of a request', () => {
    const change = { newPassword: 'staple 8 battery', password };
    /** what a reader of the log could make of a guess */
    const guesses = [change, { email: 'guessed@example.com', password }].flatMap((body) => {
      const plain = sha256(JSON.stringify(body));
      return [plain, sha256(`${plain} {}`)];
    });
    const metadata = async (type: string, accountId: string) => {
      const found = [];
      for await (const event of server.platform.log.readStream(`account-${accountId}`))
        if (event.type === type) found.push(event.metadata);
      return found;
    };

    it('leaves nothing in the log without an Idempotency-Key', async () => {
      const { body } = await server.post('/register', { email: 'guessed@example.com', password });
      await server.post('/api/user/password', change, String(body.token));
      const kept = [
        ...(await metadata('AccountRegistered', String(body.uuid))),
        ...(await metadata('PasswordChanged', String(body.uuid))),
      ];
      expect(kept.map(({ requestHash }) => requestHash)).toEqual(['', '']);
    });

    it('leaves a hash there that no guess can be held against, where a key was sent', async () => {
      const { token, uuid } = await server.signUp();
      const headers = { 'idempotency-key': 'change-1' };
      expect((await server.post('/api/user/password', change, token, headers)).status).toBe(200);
      const [kept] = await metadata('PasswordChanged', uuid);
      expect(kept?.requestHash).toMatch(/^[\w-]{43}$/);
      expect(guesses).not.toContain(kept?.requestHash);
    });
  });
});
