import { tokenOf } from '@supreme-access/test/fixtures/mailbox.js';
import { OrderServer } from '@supreme-access/test/fixtures/order-server.js';
import { Secret, TOTP } from 'otpauth';
import { MakeStaff } from '../customers/accounts/staffing.js';

const OWNERS = 'correct horse 7';
const THIEFS = 'staple 8 battery';
const FRESH = 'lantern otter mosaic 7';
const DAY = 24 * 3_600_000;

describe('who moves an account’s address away', () => {
  let app: OrderServer;
  beforeAll(async () => {
    app = await OrderServer.start();
  });
  afterAll(() => app?.stop());

  const logIn = (email: string, password: string, more: object = {}) =>
    app.post('/login', { email, password, ...more }, null);
  const follow = (link: string, says: object = {}, token: string | null = null) =>
    app.post(`/api/actions/${link}`, says, token);
  const linkTo = async (kind: string, email: string) => tokenOf(await app.mail(kind, email));
  const move = (token: string, email: string, proof: object = {}) =>
    app.post('/api/user/updateProfile', { updates: { email }, ...proof }, token);
  const reset = async (email: string, password: string) => {
    await app.post('/api/forgotpw', { email }, null);
    const hash = /\/reset\/([\w-]+)/.exec((await app.mail('password-reset', email)).text)?.[1];
    return app.post('/api/resetpassword', { hash, password, confirmPassword: password }, null);
  };
  const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

  /** Somebody whose address is proven, a moment after their login. */
  async function owner() {
    const { email } = app.person();
    const { token } = await app.done('/register', { email, password: OWNERS }, null);
    const { body } = await follow(await linkTo('verify-email', email), {}, token);
    return { email, thiefs: `thief-of-${email}`, token: String(body.token), uuid: String(body.uuid) };
  }

  it('needs the password, however fresh the session is', async () => {
    const { token, thiefs, email } = await owner();
    expect(refusal(await move(token, thiefs))).toEqual([403, 'password-required']);
    expect(refusal(await move(token, thiefs, { password: THIEFS }))).toEqual([403, 'password-wrong']);
    expect((await app.get('/api/user/info', token)).body).toMatchObject({ email, pendingEmail: null });
  });

  it('keeps nothing of it once the owner undoes it, whatever was proven meanwhile', async () => {
    const { email, thiefs, token } = await owner();
    await app.ok(move(token, thiefs, { password: OWNERS }));
    const moved = await app.ok(follow(await linkTo('move-email', thiefs), {}, token));
    const undo = await linkTo('email-changed-undo', email);
    expect((await reset(thiefs, THIEFS)).status).toBe(200);
    const { token: stolen } = await app.ok(logIn(thiefs, THIEFS));
    app.clock.ahead += 2 * DAY;
    const { token: later } = await app.ok(logIn(thiefs, THIEFS));

    // Nobody else can have the address while it can still be had back.
    expect((await app.post('/register', { email, password: FRESH }, null)).status).toBe(409);
    expect((await app.get(`/api/actions/${undo}`, null)).body).toMatchObject({ purpose: 'undo', proof: 'none' });
    expect(refusal(await follow(undo, { newPassword: 'Passw0rd!' }))).toEqual([400, 'password-common']);
    const { body } = await follow(undo, { newPassword: FRESH });
    expect(body).toMatchObject({ success: true, purpose: 'undo', email, emailVerified: true });
    for (const dead of [token, String(moved.token), stolen, later]) {
      expect((await app.get('/api/user/info', dead)).status).toBe(401);
    }
    expect((await app.get('/api/user/info', String(body.token))).status).toBe(200);
    for (const password of [THIEFS, OWNERS]) {
      expect([(await logIn(thiefs, password)).status, (await logIn(email, password)).status]).toEqual([401, 401]);
    }
    expect((await logIn(email, FRESH)).status).toBe(200);
    expect((await follow(undo, { newPassword: THIEFS })).status).toBe(404);
    expect((await app.post('/register', { email: thiefs, password: FRESH }, null)).status).toBe(200);
  });

  it('is out though the owner sets no password at once: one that was set since lets nobody in', async () => {
    const { email, thiefs, token } = await owner();
    await app.ok(move(token, thiefs, { password: OWNERS }));
    await app.ok(follow(await linkTo('move-email', thiefs), {}, token));
    await reset(thiefs, THIEFS);
    const { token: stolen } = await app.ok(logIn(thiefs, THIEFS));
    expect((await app.ok(follow(await linkTo('email-changed-undo', email)))).token).toBeUndefined();
    expect((await app.get('/api/user/info', stolen)).status).toBe(401);
    expect((await logIn(email, THIEFS)).status).toBe(401);
    expect((await reset(email, FRESH)).status).toBe(200);
    expect((await logIn(email, FRESH)).status).toBe(200);
  });

  it('has to have it undone for three days, and no longer', async () => {
    const { email, thiefs, token } = await owner();
    await app.ok(move(token, thiefs, { password: OWNERS }));
    await app.ok(follow(await linkTo('move-email', thiefs), {}, token));
    const undo = await linkTo('email-changed-undo', email);
    app.clock.ahead += 3 * DAY + 1;
    expect((await follow(undo, { newPassword: FRESH })).status).toBe(410);
    expect((await app.post('/register', { email, password: FRESH }, null)).status).toBe(200);
  });

  describe('of staff', () => {
    const codeOf = (secret: string) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.server.platform.clock() });
    const enrol = async (token: string, password: string) => {
      const { secret } = await app.ok(app.post('/api/user/totp/enrol', { password }, token));
      const { body } = await app.post('/api/user/totp/confirm', { code: codeOf(secret) }, token);
      app.clock.ahead += 30_000;
      return { secret: String(secret), token: String(body.token), codes: body.recoveryCodes as string[] };
    };
    const colleague = async () => {
      const { email } = app.person();
      await app.server.app.get(MakeStaff).appoint(email, 'admin', OWNERS);
      return { email, thiefs: `thief-of-${email}`, token: String((await app.ok(logIn(email, OWNERS))).token) };
    };

    it('has an account that an operator made undone as well, and takes no enrolment along', async () => {
      const { email, thiefs, token } = await colleague();
      // That the owner was asked for proof since makes the account no stranger's.
      await app.ok(app.post('/api/user/resendVerification', {}, token));
      await app.ok(move(token, thiefs, { password: OWNERS }));
      const { token: moved } = await app.ok(follow(await linkTo('move-email', thiefs), {}, token));
      const stolen = await enrol(String(moved), OWNERS);
      expect((await app.post('/register', { email, password: FRESH }, null)).status).toBe(409);
      const { body } = await follow(await linkTo('email-changed-undo', email), { newPassword: FRESH });
      expect(body).toMatchObject({ email, isAdmin: true });
      expect((await app.get('/api/user/info', stolen.token)).status).toBe(401);
      expect((await app.get('/api/user/totp', String(body.token))).body).toMatchObject({ on: false });
      expect((await logIn(email, FRESH)).status).toBe(200);
    });

    it('is asked for a code where codes are on; the owner’s own stay on, and recovery codes made since are void', async () => {
      const { email, thiefs, token: first } = await colleague();
      const { secret, token, codes } = await enrol(first, OWNERS);
      expect(refusal(await move(token, thiefs, { password: OWNERS }))).toEqual([403, 'otp-required']);
      await app.ok(move(token, thiefs, { password: OWNERS, otp: codes[0] }));
      const { token: moved } = await app.ok(follow(await linkTo('move-email', thiefs), {}, token));
      const proof = { password: OWNERS, otp: codes[1] };
      const { recoveryCodes } = await app.ok(app.post('/api/user/totp/recovery', proof, String(moved)));
      const { body } = await follow(await linkTo('email-changed-undo', email), { newPassword: FRESH });
      // A link is no one-time code.
      expect(body.token).toBeUndefined();
      expect(refusal(await logIn(email, FRESH))).toEqual([401, 'otp-required']);
      expect(refusal(await logIn(email, FRESH, { otp: recoveryCodes[0] }))).toEqual([401, 'otp-wrong']);
      const { token: back } = await app.ok(logIn(email, FRESH, { otp: codeOf(secret) }));
      expect((await app.get('/api/user/totp', back)).body).toMatchObject({ on: true, recoveryCodesLeft: 0 });
    });
  });
});
