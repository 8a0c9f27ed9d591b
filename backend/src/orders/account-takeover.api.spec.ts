import { tokenOf } from '@supreme-access/test/fixtures/mailbox.js';
import { OrderServer, PAYS } from '@supreme-access/test/fixtures/order-server.js';

const MALLORYS = 'correct horse 7';
const OWNERS = 'staple 8 battery';

describe('who was on an account before the owner of its address', () => {
  let app: OrderServer;
  beforeAll(async () => {
    app = await OrderServer.start();
  });
  afterAll(() => app?.stop());

  const hashOf = ({ text }: { text: string }) => /\/reset\/([\w-]+)/.exec(text)?.[1] ?? '';
  const logIn = (email: string, password: string) => app.post('/login', { email, password }, null);
  const register = (email: string, password: string) => app.post('/register', { email, password }, null);
  const reset = (hash: string, password: string) =>
    app.post('/api/resetpassword', { hash, password, confirmPassword: password }, null);
  const follow = (link: string, says: object = {}, token: string | null = null) =>
    app.post(`/api/actions/${link}`, says, token);
  const linkTo = async (kind: string, email: string) => tokenOf(await app.mail(kind, email));
  const info = (token: string) => app.get('/api/user/info', token);

  /** Mallory signs up with somebody else's address and makes herself at home: card, address, profile, a stream that stays open. */
  async function squatter() {
    const mallory = await app.shopper();
    await app.ok(app.post('/api/user/updateProfile', { updates: { name: 'Mallory Quimby' } }, mallory.token));
    const headers = { authorization: `Bearer ${mallory.token}` };
    const stream = await fetch(`${app.server.url}/api/user/orders/stream`, { headers });
    let isOpen = true;
    const ended = stream.text().then(() => {
      isOpen = false;
    });
    return { ...mallory, listening: () => isOpen, ended };
  }

  /** Nothing lets Mallory in any more, and nothing of hers is left. */
  async function holdsNothing(mallory: Awaited<ReturnType<typeof squatter>>, owners: string) {
    expect((await info(mallory.token)).status).toBe(401);
    expect((await logIn(mallory.email, MALLORYS)).status).toBe(401);
    await mallory.ended;
    expect(mallory.listening()).toBe(false);
    expect((await info(owners)).body).toMatchObject({
      email: mallory.email,
      emailVerified: true,
      name: '',
      customer_id: null,
      billingAddress: null,
      billingLast4: null,
    });
    await app.until(async () => ((await app.get('/api/user/profiles', owners)).body.length === 0 ? true : undefined));
  }

  it('keeps nothing when the owner follows the verification link, which lets them set a password', async () => {
    const mallory = await squatter();
    const link = await linkTo('verify-email', mallory.email);
    const view = await app.get(`/api/actions/${link}`, null);
    expect(view.body).toMatchObject({ purpose: 'verify', order: null, proof: 'choice' });
    expect((await follow(link)).body.code).toBe('password-required');
    expect(mallory.listening()).toBe(true);

    const { body } = await follow(link, { newPassword: OWNERS });
    expect(body).toMatchObject({ success: true, purpose: 'verify', email: mallory.email });
    await holdsNothing(mallory, body.token);
    expect((await follow(link, { newPassword: MALLORYS })).status).toBe(410);
    expect((await app.get(`/api/actions/${link}`, null)).status).toBe(404);
  });

  it('keeps nothing when the owner signs up too, and sets a password through the mail that says so', async () => {
    const mallory = await squatter();
    expect((await register(mallory.email, OWNERS)).status).toBe(409);
    expect((await reset(hashOf(await app.mail('already-registered', mallory.email)), OWNERS)).status).toBe(200);
    await holdsNothing(mallory, (await logIn(mallory.email, OWNERS)).body.token);
  });

  it('keeps nothing when the owner says that they forgot the password', async () => {
    const mallory = await squatter();
    await app.post('/api/forgotpw', { email: mallory.email }, null);
    expect((await reset(hashOf(await app.mail('password-reset', mallory.email)), OWNERS)).status).toBe(200);
    await holdsNothing(mallory, (await logIn(mallory.email, OWNERS)).body.token);
  });

  it('keeps the slot alone, which her own card pays, and no place in line', async () => {
    const mallory = await squatter();
    const { orderId } = await app.order(await app.drop(), mallory);
    const soldOut = await app.drop({ totalStock: 1 });
    await app.order(soldOut);
    const place = { profileId: mallory.profileId, size: 'm', style: 'Ink' };
    const joined = await app.ok(app.post(`/api/user/products/${soldOut}/waitlist`, place, mallory.token));
    expect(joined.places).toHaveLength(1);
    await app.post('/api/forgotpw', { email: mallory.email }, null);
    expect((await reset(hashOf(await app.mail('password-reset', mallory.email)), OWNERS)).status).toBe(200);
    const { token } = (await logIn(mallory.email, OWNERS)).body;
    const places = async () => (await app.get('/api/user/waitlist', token)).body.places;
    await app.until(async () => ((await places()).length === 0 ? true : undefined));
    expect((await app.get('/api/user/orders', token)).body).toMatchObject([{ orderId, status: 'pending' }]);
  });

  it('cannot move to a stranger’s address and keep a way back: the move waits for proof and takes nothing', async () => {
    const mallory = await app.shopper();
    const strangers = 'stranger@example.org';
    await app.ok(
      app.post('/api/user/updateProfile', { updates: { email: strangers }, password: MALLORYS }, mallory.token),
    );
    const link = await linkTo('move-email', strangers);
    expect((await app.mails(mallory.email)).map(({ name }) => name).filter((name) => name.includes('undo'))).toEqual(
      [],
    );

    // The stranger follows it out of curiosity, resets, signs up: none of it is on Mallory's account.
    expect((await follow(link)).body.code).toBe('password-required');
    expect((await follow(link, { newPassword: OWNERS })).body.code).toBe('password-required');
    await app.post('/api/forgotpw', { email: strangers }, null);
    const { body } = await register(strangers, OWNERS);
    expect(body).toMatchObject({ success: true, email: strangers });
    expect(body.uuid).not.toBe(mallory.uuid);
    await app.saveCard(body, PAYS);

    const late = await follow(link, {}, mallory.token);
    expect([late.status, late.body.code]).toEqual([409, 'email-taken']);
    expect((await logIn(strangers, OWNERS)).body).toMatchObject({ uuid: body.uuid, billingLast4: '4242' });
  });

  it('is not the owner who knows the password: what they entered stays, and they go on with a session of their own', async () => {
    const { email, token } = await app.shopper();
    const link = await linkTo('verify-email', email);
    expect((await app.get(`/api/actions/${link}`, token)).body).toMatchObject({ proof: 'none' });
    const { body } = await follow(link, { password: MALLORYS });
    expect(body).toMatchObject({ email, emailVerified: true, billingLast4: '4242', profiles: 1 });
    expect((await info(token)).status).toBe(401);
    expect((await info(body.token)).status).toBe(200);
  });
});
