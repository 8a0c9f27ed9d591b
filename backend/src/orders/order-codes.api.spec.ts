import { randomUUID } from 'node:crypto';
import { tokenOf } from '@supreme-access/test/fixtures/mailbox.js';
import { OrderServer, type Shopper } from '@supreme-access/test/fixtures/order-server.js';
import type { Answer } from '@supreme-access/test/fixtures/test-server.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { mail, RequestMail } from '../mail/mail.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('the security code of an open order', () => {
  let server: OrderServer;
  let ada: Shopper;
  beforeAll(async () => {
    server = await OrderServer.start();
    ada = await server.shopper();
  });
  afterAll(() => server?.stop());
  afterEach(() => {
    server.clock.ahead = 0;
  });

  const vault = () => server.server.platform.vault;
  const recordOf = async (orderId: string) => (await server.doc(orderId))?.codeRecord ?? '';
  const codeOf = async (orderId: string) => {
    const entry = await vault().get<{ code: string }>('code', await recordOf(orderId));
    return typeof entry === 'object' ? entry.value.code : entry;
  };
  /** A slot whose code is gone. */
  async function withoutCode(productId?: string): Promise<string> {
    const drop = productId ?? (await server.drop());
    const profileId = await server.addProfile(ada);
    const { body } = await server.reserve(ada, { productId: drop, profileId }, randomUUID());
    const { orderId } = body.order;
    await vault().erase('code', await recordOf(orderId));
    return orderId;
  }
  const give = async (orderId: string, code: unknown = '987', token = ada.token, sub = ada.uuid, key?: string) => {
    const eCode = await server.encrypt('code', { code }, sub);
    return server.post(`/api/user/orders/${orderId}/code`, { eCode }, token, key ? { 'idempotency-key': key } : {});
  };
  const refusal = ({ status, body }: Answer) => [status, body.code];
  const mine = async (orderId: string) =>
    (await server.ok(server.get('/api/user/orders', ada.token))).find((one: { id: string }) => one.id === orderId);

  it('is on file from the start, and nothing any more once it is bought', async () => {
    const { orderId, shopper } = await server.success();
    expect((await server.ok(server.get('/api/user/orders', shopper.token)))[0].codeOnFile).toBeNull();
    expect(await server.view(orderId)).toMatchObject({ codeOnFile: null });
    const { body } = await server.reserve(ada, { productId: await server.drop() });
    expect(await mine(body.order.orderId)).toMatchObject({ codeOnFile: true });
  });

  it('is asked for once it is gone, and given again encrypted', async () => {
    const orderId = await withoutCode();
    expect(await mine(orderId)).toMatchObject({
      status: 'pending',
      codeOnFile: false,
      statusNote: expect.stringContaining('security code'),
    });
    const { status, body } = await give(orderId);
    expect([status, body]).toMatchObject([200, { success: true, order: { orderId, codeOnFile: true } }]);
    expect(await codeOf(orderId)).toBe('987');
    expect(await mine(orderId)).toMatchObject({ codeOnFile: true });
  });

  it('is told in the story without a word of where it is kept', async () => {
    const orderId = await withoutCode();
    await give(orderId);
    const given = (await server.story(orderId)).find(({ type }) => type === 'SecurityCodeGiven');
    expect(given).toMatchObject({ causedBy: `shopper ${ada.uuid}`, data: { retryAt: null } });
    expect(Object.keys(given?.data ?? {})).toEqual(['retryAt']);
  });

  it('given twice under one key is one; a later one takes the place of the earlier, which is gone', async () => {
    const orderId = await withoutCode();
    const key = { 'idempotency-key': randomUUID() };
    const eCode = await server.encrypt('code', { code: '987' }, ada.uuid);
    const send = () => server.post(`/api/user/orders/${orderId}/code`, { eCode }, ada.token, key);
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    const first = await recordOf(orderId);
    await give(orderId, '5678');
    expect(await codeOf(orderId)).toBe('5678');
    await server.until(async () => (await vault().get('code', first)) === 'erased' || undefined);
    expect((await server.types(orderId)).filter((type) => type === 'SecurityCodeGiven')).toHaveLength(2);
  });

  it.each([['12'], ['12345'], ['12a'], [123], [''], [null]])('is refused when it is %p', async (code) => {
    expect(refusal(await give(await withoutCode(), code))).toEqual([400, 'card-invalid']);
  });

  it('is refused from anybody else, of nothing, and for what has ended', async () => {
    const orderId = await withoutCode();
    const bea = await server.shopper();
    expect(refusal(await give(orderId, '987', bea.token, bea.uuid))).toEqual([404, 'not-found']);
    expect(refusal(await give(orderId, '987', ada.token, bea.uuid))).toEqual([400, 'card-invalid']);
    expect((await server.post(`/api/user/orders/${orderId}/code`, {}, ada.token)).status).toBe(400);
    expect((await server.post(`/api/user/orders/${orderId}/code`, { eCode: 'x' }, null)).status).toBe(401);
    await server.done(`/api/user/orders/${orderId}/withdraw`, {}, ada.token);
    expect(refusal(await give(orderId))).toEqual([409, 'order-ended']);
  });

  it('is not to be found out by trying', async () => {
    const orderId = await withoutCode();
    for (let tries = 0; tries < 10; tries += 1) expect((await give(orderId)).status).toBe(200);
    expect(refusal(await give(orderId))).toEqual([429, 'too-many']);
  });

  it('moves a checkout on that waits for it', async () => {
    const productId = await server.drop();
    const orderId = await withoutCode(productId);
    await server.release(productId);
    await server.until(async () => (await server.types(orderId)).includes('CheckoutRefused') || undefined);
    expect(await server.becomes(orderId, 'processing')).toMatchObject({ codeOnFile: false });
    const mail = await server.mail('code-needed', ada.email);
    expect(mail.text).toContain('security code');
    await give(orderId);
    await server.becomes(orderId, 'success');
    await server.until(async () => (await codeOf(orderId)) === 'erased' || undefined);
  });

  it('of a guest is given through the link in the mail', async () => {
    const productId = await server.drop();
    const body = {
      email: 'gia@example.org',
      name: 'Gia Hale',
      productId,
      stripeToken: 'tok_visa',
      acoDataPayload: await server.encrypt('aco', server.aco(), null),
    };
    const { order } = await server.done('/api/checkout/completeuser', body, null);
    const { orderId } = order;
    expect(await codeOf(orderId)).toBe('123');
    const token = tokenOf(await server.mail('guest-slot-confirmed', body.email));
    await vault().erase('code', await recordOf(orderId));
    const act = (input: object) => server.post(`/api/actions/${token}`, { action: 'code', ...input }, null);
    expect((await server.get(`/api/actions/${token}`, null)).body.order.codeOnFile).toBe(false);
    expect(refusal(await act({}))).toEqual([400, 'card-invalid']);
    expect(refusal(await act({ eCode: await server.encrypt('code', { code: '987' }, ada.uuid) }))[1]).toBe(
      'card-invalid',
    );
    const answer = await act({ eCode: await server.encrypt('code', { code: '987' }, null) });
    expect(answer.body).toMatchObject({ success: true, purpose: 'withdraw', order: { orderId, codeOnFile: true } });
    await server.release(productId);
    await server.becomes(orderId, 'success');
  });

  it('is asked for by mail in the two days before the release, of those whose code is gone', async () => {
    const [bea, cleo] = [await server.shopper(), await server.shopper()];
    const productId = await server.drop({ releaseAt: new Date(Date.now() + 3 * DAY).toISOString(), releaseTz: 'UTC' });
    const { orderId } = await server.order(productId, bea);
    await server.order(productId, cleo);
    await vault().erase('code', await recordOf(orderId));
    server.clock.ahead = DAY - HOUR;
    expect(await server.mails(bea.email)).not.toContainEqual({
      name: expect.stringContaining('-code-needed-'),
      mail: expect.anything(),
    });
    server.clock.ahead = DAY + HOUR;
    const mail = await server.mail('code-needed', bea.email);
    expect(mail.text).toContain('/user/orders');
    expect((await server.mails(cleo.email)).filter(({ name }) => name.includes('-code-needed-'))).toEqual([]);
  });

  it('is not asked for any more when it was given before the mail went out', async () => {
    const bea = await server.shopper();
    const { orderId } = await server.order(await server.drop(), bea);
    const request = new RequestMail(`order-${orderId}:code-needed:0`, { cause: null }, workerMetadata('spec'));
    await server.server.app.get(Commands).execute(mail, request);
    await server.until(async () => (await server.types(orderId)).includes('MailSuppressed') || undefined);
    expect((await server.mails(bea.email)).filter(({ name }) => name.includes('-code-needed-'))).toEqual([]);
  });
});
