import { jest } from '@jest/globals';
import {
  type AccountServerUnderTest,
  follow,
  startAccountServer,
  verify,
} from '@supreme-access/test/fixtures/account-server.js';
import { MINUTE } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { sdk } from '@supreme-access/test/fixtures/emulator.js';
import { tokenOf } from '@supreme-access/test/fixtures/mailbox.js';
import { AccountLinks } from './account-links.js';

afterAll(() => void jest.restoreAllMocks());

const card = { name: 'Ada Lovelace', number: '4242 4242 4242 4242', code: '123', month: '12', year: '40' };
const address = { line1: '350 5th Avenue', city: 'New York', state: 'NY', postal_code: '10118', country: 'US' };

describe('a shopper and their account', () => {
  let server: AccountServerUnderTest;
  beforeAll(async () => {
    server = await startAccountServer();
  });
  afterAll(() => server?.stop());
  afterEach(() => {
    server.clock.ahead = 0;
  });

  const update = (token: string, updates: object, more = {}) =>
    server.post('/api/user/updateProfile', { updates, ...more }, token);
  const PASSWORD = 'correct horse 7';
  const moveTo = (token: string, email: string) => update(token, { email }, { password: PASSWORD });

  describe('name and phone', () => {
    it('are kept, the phone in international form', async () => {
      const { token } = await server.signUp();
      const { status, body } = await update(token, { name: ' Ada  Lovelace ', phone: '(202) 555-0143' });
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true, name: 'Ada Lovelace', phone: '+12025550143' });
    });

    it.each([
      ['a name without a last name', { name: 'Ada' }],
      ['a number nobody can call', { phone: '123' }],
      ['a name that is no text', { name: 7 }],
      ['no updates at all', undefined],
      ['nothing instead of updates', null],
    ])('are refused: %s', async (_, updates) => {
      const { token } = await server.signUp();
      const { status, body } = await update(token, updates as object);
      expect([status, body.error]).toEqual([400, 'Please complete the form.']);
    });

    it('are refused with fields nobody knows', async () => {
      const { token } = await server.signUp();
      const { status, body } = await update(token, { roles: ['admin'] });
      expect([status, body.code]).toEqual([400, 'unknown-field']);
    });

    it('need a session', async () => {
      expect((await update('', { name: 'Ada Lovelace' })).status).toBe(401);
    });
  });

  describe('the email address', () => {
    /** Somebody who asked to move, and the link that was mailed to the new address. */
    const moving = async (isVerified: boolean) => {
      const { email, password, token, uuid } = await server.signUp();
      const session = isVerified ? String((await verify(server, email, password)).token) : token;
      const moved = `moved-${email}`;
      const { body } = await moveTo(session, moved);
      const link = tokenOf(await server.mail('move-email', moved));
      return { email, password, token: session, uuid, moved, body, link };
    };
    const logIn = (email: string, password: string) => server.post('/login', { email, password });

    it('is pending until its owner has followed the link; it claims nothing', async () => {
      const { email, password, moved, body } = await moving(true);
      expect(body).toMatchObject({ email, pendingEmail: moved, emailVerified: true });
      expect((await logIn(moved, password)).status).toBe(401);
      expect((await logIn(email, password)).status).toBe(200);
      expect((await server.post('/register', { email: moved, password })).status).toBe(200);
    });

    it('moves the login through the link; sessions end, and the address before has it back through its own', async () => {
      const { email, password, token, moved, link } = await moving(true);
      expect(await server.app.get(AccountLinks).describe(link, null)).toMatchObject({
        purpose: 'verify',
        proof: 'password',
      });
      await expect(follow(server, link)).rejects.toMatchObject({ code: 'password-required' });
      await expect(follow(server, link, { newPassword: 'staple 8 battery' })).rejects.toMatchObject({
        code: 'password-required',
      });
      const { token: fresh, ...account } = await follow(server, link, {}, token);
      expect(account).toMatchObject({ purpose: 'verify', email: moved, emailVerified: true, pendingEmail: null });
      expect((await server.get('/api/user/info', token)).status).toBe(401);
      expect((await server.get('/api/user/info', String(fresh))).body.email).toBe(moved);
      expect((await logIn(email, password)).status).toBe(401);
      expect((await server.post('/register', { email, password })).status).toBe(409);
      await expect(follow(server, link, { password })).rejects.toMatchObject({ code: 'link-over' });

      const undo = tokenOf(await server.mail('email-changed-undo', email));
      await follow(server, undo);
      expect((await server.get('/api/user/info', String(fresh))).status).toBe(401);
      expect((await logIn(email, password)).body).toMatchObject({ email, emailVerified: true });
      await expect(follow(server, undo)).rejects.toMatchObject({ code: 'link-invalid' });
      expect((await server.post('/register', { email: moved, password })).status).toBe(200);
    });

    it('leaves an address that was never proven free at once, and without an undo link', async () => {
      const { email, password, link } = await moving(false);
      await follow(server, link, { password });
      expect((await server.post('/register', { email, password })).status).toBe(200);
      expect((await server.mails(email)).filter(({ name }) => name.includes('undo'))).toEqual([]);
    });

    it('is for the first of two who prove it, and for nobody once it was registered', async () => {
      const [ada, bob] = [await server.signUp(), await server.signUp()];
      const wanted = `wanted-${ada.email}`;
      await moveTo(ada.token, wanted);
      const adas = tokenOf(await server.mail('move-email', wanted));
      await moveTo(bob.token, wanted);
      const all = await server.until(async () => {
        const found = (await server.mails(wanted)).map(({ mail }) => tokenOf(mail));
        return found.length === 2 ? found : undefined;
      });
      const bobs = all.find((token) => token !== adas) ?? '';
      await follow(server, bobs, {}, bob.token);
      await expect(follow(server, adas, {}, ada.token)).rejects.toMatchObject({ code: 'email-taken' });
      expect((await server.get('/api/user/info', ada.token)).body.email).toBe(ada.email);

      const { moved, link, token, password } = await moving(true);
      await server.post('/register', { email: moved, password });
      await expect(follow(server, link, {}, token)).rejects.toMatchObject({ code: 'email-taken' });
    });

    it('is ended by a reset, and by time', async () => {
      const one = await moving(true);
      await server.post('/api/forgotpw', { email: one.email });
      const hash = tokenOf(await server.mail('password-reset', one.email));
      const password = 'staple 8 battery';
      await server.post('/api/resetpassword', { hash, password, confirmPassword: password });
      await expect(follow(server, one.link, { password })).rejects.toMatchObject({ code: 'link-over' });

      const two = await moving(true);
      server.clock.ahead = 8 * 24 * 60 * MINUTE;
      await expect(follow(server, two.link, { password: two.password })).rejects.toMatchObject({ code: 'link-over' });
      expect((await logIn(two.email, two.password)).body).toMatchObject({ email: two.email, pendingEmail: null });
    });

    it('is confirmed through the link that was mailed', async () => {
      const { email, password, token } = await server.signUp();
      const link = tokenOf(await server.mail('verify-email', email));
      await expect(follow(server, link, { password: 'wrong horse 7' })).rejects.toMatchObject({
        code: 'password-wrong',
      });
      const { token: fresh } = await follow(server, link, { password });
      expect((await server.get('/api/user/info', token)).status).toBe(401);
      expect((await server.get('/api/user/info', String(fresh))).body.emailVerified).toBe(true);
      await expect(server.app.get(AccountLinks).describe(link, null)).rejects.toMatchObject({ code: 'link-invalid' });
    });

    it('is mailed its link once more, at most three times in a quarter of an hour, and not once it is verified', async () => {
      const { email, password, token } = await server.signUp();
      const again = (session = token) => server.post('/api/user/resendVerification', {}, session);
      const first = tokenOf(await server.mail('verify-email', email));
      expect((await again()).status).toBe(200);
      const mailed = (count: number) =>
        server.until(async () => {
          const mails = (await server.mails(email)).filter(({ name }) => name.includes('-verify-email-'));
          return mails.length === count ? mails.map(({ mail }) => tokenOf(mail)) : undefined;
        });
      const links = await mailed(2);
      expect(new Set([first, ...links]).size).toBe(2);
      expect((await again()).status).toBe(200);
      const refused = await again();
      expect([refused.status, refused.body.code]).toEqual([429, 'too-many']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
      server.clock.ahead = 15 * MINUTE;
      expect((await again()).status).toBe(200);
      await mailed(4);
      const { token: fresh, emailVerified } = await follow(server, first, { password });
      expect(emailVerified).toBe(true);
      for (const link of links)
        await expect(follow(server, link, { password })).rejects.toMatchObject({ code: 'link-over' });
      expect((await again(String(fresh))).status).toBe(200);
      await mailed(4);
    });

    it('needs a session to be mailed its link once more', async () => {
      expect((await server.post('/api/user/resendVerification', {})).status).toBe(401);
    });

    it('that somebody else has is shown to nobody but them', async () => {
      const [ada, bob] = [await server.signUp(), await server.signUp()];
      const taken = await moveTo(ada.token, bob.email);
      const free = await moveTo((await server.signUp()).token, `free-${bob.email}`);
      expect([taken.status, taken.body.pendingEmail]).toEqual([200, bob.email]);
      expect([free.status, Object.keys(free.body)]).toEqual([200, Object.keys(taken.body)]);
      const link = tokenOf(await server.mail('move-email', bob.email));
      await expect(follow(server, link, {}, ada.token)).rejects.toMatchObject({ code: 'email-taken' });
    });
  });

  it('changes the password: every other session ends, and the answer is a new one', async () => {
    const { email, password, token } = await server.signUp();
    const change = (given: string) =>
      server.post('/api/user/password', { password: given, newPassword: 'staple 8 battery' }, token);
    expect((await change('wrong horse 7')).status).toBe(403);
    const { body } = await change(password);
    expect((await server.get('/api/user/info', token)).status).toBe(401);
    expect((await server.get('/api/user/info', String(body.token))).status).toBe(200);
    expect((await server.post('/login', { email, password })).status).toBe(401);
    await server.mail('password-changed', email);
  });

  describe('billing', () => {
    const genToken = async (change: object, uuid?: string, token?: string) =>
      server.post(
        '/api/user/billing/genToken',
        { card: await server.encrypt('card', { ...card, ...change }, uuid) },
        token,
      );
    const set = (token: string, body: object) => server.post('/api/user/billing/set', body, token);

    it('takes the address, then a card by its token, and shows its last four digits', async () => {
      const { token, uuid } = await server.signUp();
      expect((await set(token, { billingAddress: address })).body).toMatchObject({
        billingAddress: address,
        customer_id: null,
      });
      const made = await genToken({}, uuid, token);
      const { id } = made.body.token as { id: string };
      expect(id).toMatch(/^tok_/);
      const { status, body } = await set(token, { billingAddress: address, token: id });
      expect(status).toBe(200);
      expect(body).toMatchObject({ billingLast4: '4242', customer_id: expect.stringMatching(/^cus_/) });
    });

    it.each([
      ['a blocked prefix', { number: '4767718212263745' }],
      ['a number that is no test number', { number: '4111111111111111' }],
      ['an expired card', { year: '20' }],
      ['no code', { code: '' }],
    ])('refuses %s with the text of the card form', async (_, change) => {
      const { token, uuid } = await server.signUp();
      const { status, body } = await genToken(change, uuid, token);
      expect([status, body.error]).toEqual([400, "Please make sure you've entered a valid card and try again."]);
    });

    it('refuses half a character in a name', async () => {
      const { token, uuid } = await server.signUp();
      const { status, body } = await genToken({ name: 'Ada \ud83d' }, uuid, token);
      expect([status, body.code]).toEqual([400, 'invalid']);
      expect(body.error).toBe('What you sent contains a broken character. Please type it again.');
    });

    it('sends the zip along that the provider checks', async () => {
      const { token, uuid } = await server.signUp();
      const checkOf = async (address_zip: unknown) => {
        const { body } = await genToken({ address_zip }, uuid, token);
        const made = await sdk(server.stripeUrl).tokens.retrieve((body.token as { id: string }).id);
        return made.card?.address_zip_check;
      };
      expect(await checkOf('10118')).toBe('unchecked');
      for (const none of [undefined, '', 7, '1'.repeat(11)]) expect(await checkOf(none)).toBeNull();
    });

    it('refuses a card that was encrypted for somebody else', async () => {
      const { token } = await server.signUp();
      expect((await genToken({}, 'someone-else', token)).status).toBe(400);
      expect((await genToken({}, undefined, token)).status).toBe(400);
    });

    it('lets guests have a token, and nobody ask for one without a card', async () => {
      expect((await genToken({})).body).toMatchObject({ success: true, token: { id: expect.any(String) } });
      expect((await server.post('/api/user/billing/genToken', { card: 'x' })).status).toBe(401);
    });

    it('says nothing against a card that the provider did not look at', async () => {
      jest.spyOn(server.stripe, 'createToken').mockResolvedValueOnce({ ok: false, code: 'unknown' });
      const { status, body } = await genToken({});
      expect([status, body.code, body.error]).toEqual([
        503,
        'card-unknown',
        'The card could not be checked. Please try again.',
      ]);
    });

    it('asks who sends a session that has ended to log in, rather than that their card is wrong', async () => {
      const { token, uuid } = await server.signUp();
      server.clock.ahead = 12 * 60 * MINUTE;
      for (const ended of [token, 'nonsense']) {
        const { status, body } = await genToken({}, uuid, ended);
        expect([status, body.code]).toEqual([401, 'unauthorized']);
      }
    });

    it('takes no other card under the key of a request that came before, and says that it is the key', async () => {
      const { token } = await server.signUp();
      const body = (of: string) => ({ billingAddress: address, token: of });
      const once = (of: string) =>
        server.post('/api/user/billing/set', body(of), token, { 'idempotency-key': 'billing-once' });
      expect((await once('tok_visa')).status).toBe(200);
      const { status, body: refused } = await once('tok_mastercard');
      expect([status, refused.code]).toEqual([422, 'idempotency-mismatch']);
      expect((await once('tok_visa')).body).toMatchObject({ success: true, billingLast4: '4242' });
    });

    it('saves the card of a request once, whose copies hear so and are no further tries of cards', async () => {
      const { token } = await server.signUp();
      const saving = jest.spyOn(server.stripe, 'saveCard');
      const copy = () =>
        server.post('/api/user/billing/set', { token: 'tok_visa' }, token, { 'idempotency-key': 'copied-card' });
      const answers = [...(await Promise.all([copy(), copy(), copy()])), await copy()];
      expect(answers.map(({ status, body }) => [status, body.billingLast4])).toEqual(Array(4).fill([200, '4242']));
      expect(saving).toHaveBeenCalledTimes(1);
      saving.mockRestore();
    });

    it('is no place to try out cards: twenty are looked at, then none for a while', async () => {
      const [ada, bob] = [await server.signUp(), await server.signUp()];
      const tries = await Promise.all(Array.from({ length: 22 }, () => set(ada.token, { token: 'tok_none' })));
      expect(tries.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(20);
      let refused = await set(ada.token, { token: 'tok_visa' });
      // While the store of the counts is in trouble the process counts by itself: as many again at most.
      for (let more = 0; more < 20 && refused.status !== 429; more += 1)
        refused = await set(ada.token, { token: 'tok_visa' });
      expect([refused.status, refused.body.code]).toEqual([429, 'too-many']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await set(ada.token, { billingAddress: address })).status).toBe(200);
      expect((await set(bob.token, { token: 'tok_visa' })).status).toBe(200);
    });

    it.each([
      ['an address without a city', { billingAddress: { ...address, city: '' } }, 'Please enter a valid address.'],
      ['nothing', {}, 'Please enter a valid address.'],
      [
        'a token nobody made',
        { billingAddress: address, token: 'tok_none' },
        "Please make sure you've entered a valid card and try again.",
      ],
    ])('refuses %s and keeps what was there', async (_, body, text) => {
      const { token } = await server.signUp();
      const refused = await set(token, body);
      expect([refused.status, refused.body.error]).toEqual([400, text]);
      expect((await server.get('/api/user/info', token)).body).toMatchObject({
        billingAddress: null,
        customer_id: null,
      });
    });
  });
});
