import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { OrderServer, type Shopper } from '@supreme-access/test/fixtures/order-server.js';
import { MOMENT } from '@supreme-access/test/fixtures/test-server.js';
import { CardVault, sourceOfCode } from '../customers/profiles/card-vault.js';
import { ForgetSecrets } from '../customers/profiles/forget-secrets.worker.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { ForgetCodes } from './forget-codes.js';
import { ForgottenCodes } from './forgotten-codes.js';
import { OrderErasure } from './order-erasure.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('a security code', () => {
  let server: OrderServer;
  beforeAll(async () => {
    server = await OrderServer.start();
  });
  afterAll(() => server?.stop());
  afterEach(() => {
    server.clock.ahead = 0;
  });

  const vault = () => server.server.platform.vault;
  const sweep = () => server.server.app.get(ForgetCodes).sweep();
  const onFile = async ({ token }: Shopper) =>
    (await server.ok(server.get('/api/user/profiles', token)))[0].profile.card.codeOnFile as boolean;
  // Not over HTTP: a session ends before most codes do.
  const recordOf = async (orderId: string) => (await server.doc(orderId))?.codeRecord ?? '';
  const codeOf = async (orderId: string) =>
    (await server.server.app.get(CardVault).code(await recordOf(orderId)))?.code ?? 'erased';
  const isGone = (orderId: string) => server.until(async () => (await codeOf(orderId)) === 'erased' || undefined);
  const withdraw = ({ token }: Shopper, orderId: string) =>
    server.ok(server.post(`/api/user/orders/${orderId}/withdraw`, {}, token));
  const recordsOf = async (orderId: string) => {
    const ids: string[] = [];
    for await (const { id } of vault().list('code')) if (id.endsWith(orderId)) ids.push(id);
    return ids;
  };
  const fault = (orderId: string, name: string, times = 1) =>
    server.retailer('POST', '/sandbox/faults', { fault: name, times, orderId });

  it('is its profile’s under a name of the order’s own, and is not written again', async () => {
    const ada = await server.shopper();
    const { orderId } = await server.order(await server.drop(), ada);
    expect(await codeOf(orderId)).toBe('123');
    expect(await recordOf(orderId)).toMatch(new RegExp(`\\.${orderId}$`));
    expect([await recordsOf(orderId), await onFile(ada)]).toEqual([[], true]);
  });

  it('that is typed is written once, however often the request comes', async () => {
    const [ada, productId, key] = [await server.shopper(), await server.drop(), randomUUID()];
    const eCode = await server.encrypt('code', { code: '987' }, ada.uuid);
    const answers = await Promise.all([1, 2, 3].map(() => server.reserve(ada, { productId, eCode }, key)));
    const again = await server.reserve(ada, { productId, eCode }, key);
    const [orderId] = new Set([...answers, again].map(({ body }) => body.order.orderId));
    expect(await recordsOf(orderId)).toEqual([await recordOf(orderId)]);
    await withdraw(ada, orderId);
    await isGone(orderId);
    expect((await server.reserve(ada, { productId, eCode }, key)).body).toEqual(again.body);
    expect(await recordsOf(orderId)).toEqual([]);
  });

  it('that is typed is not written for a slot that is not to be had', async () => {
    const productId = await server.drop({ totalStock: 1 });
    await server.order(productId);
    const codes = async () => {
      let count = 0;
      for await (const _ of vault().list('code')) count += 1;
      return count;
    };
    const bea = await server.shopper();
    const before = await codes();
    const eCode = await server.encrypt('code', { code: '987' }, bea.uuid);
    expect((await server.reserve(bea, { productId, eCode }, randomUUID())).body.code).toBe('sold-out');
    expect(await codes()).toBe(before);
  });

  it('goes with its order, and the profile’s with it; another order keeps its own', async () => {
    const ada = await server.shopper();
    const { orderId: one } = await server.order(await server.drop(), ada);
    const { orderId: other } = await server.order(await server.drop(), ada);
    await withdraw(ada, one);
    await isGone(one);
    expect([await onFile(ada), await codeOf(other)]).toEqual([false, '123']);
    expect(await recordsOf(other)).toEqual([]);
    server.clock.ahead = 60_000;
    await server.server.app.get(ForgottenCodes).eraseForgotten();
    expect([await recordsOf(other), await codeOf(other)]).toEqual([[await recordOf(other)], '123']);
    expect(await vault().get('code', sourceOfCode(await recordOf(other)))).toBe('erased');
    server.clock.ahead = 0;
    await withdraw(ada, other);
    await isGone(other);
  });

  it('is kept for an open order that shares it when another order is erased, and goes at once with their person', async () => {
    const ada = await server.shopper();
    const [{ orderId }, { orderId: other }] = [
      await server.order(await server.drop(), ada),
      await server.order(await server.drop(), ada),
    ];
    const source = sourceOfCode(await recordOf(orderId));
    await withdraw(ada, orderId);
    await isGone(orderId);
    const erasure = server.server.app.get(OrderErasure);
    await erasure.eraseOrder(orderId, workerMetadata('spec'));
    expect(await codeOf(other)).toBe('123');
    await withdraw(ada, other);
    await isGone(other);
    expect(await vault().get('code', source)).not.toBe('erased');
    await erasure.eraseAgain({ accounts: [ada.uuid], orders: [], invitations: [] });
    expect(await vault().get('code', source)).toBe('erased');
  });

  it('goes once it was bought with, and the profile’s with it', async () => {
    const { shopper, orderId } = await server.success();
    await isGone(orderId);
    expect(await onFile(shopper)).toBe(false);
  });

  it('goes once the card was declined with it', async () => {
    const productId = await server.drop();
    const { orderId, shopper } = await server.order(productId);
    await fault(orderId, 'declined');
    await server.release(productId);
    await server.becomes(orderId, 'fail');
    await isGone(orderId);
    expect(await onFile(shopper)).toBe(false);
  });

  it.each(['soldOut', 'lostAnswer', 'error500'])('is there for the next try after %s', async (name) => {
    const productId = await server.drop();
    const { orderId } = await server.order(productId);
    await fault(orderId, name);
    await server.release(productId);
    await server.settle();
    await server.settle(MOMENT);
    await server.becomes(orderId, 'success');
    await isGone(orderId);
  });

  it('is kept for a checkout that goes on, as long as that does', async () => {
    const productId = await server.drop();
    const { orderId } = await server.order(productId);
    await fault(orderId, 'error500', 100_000);
    await server.release(productId);
    await server.becomes(orderId, 'processing');
    server.clock.ahead = 70 * HOUR;
    await sweep();
    expect(await codeOf(orderId)).toBe('123');
    server.clock.ahead = 73 * HOUR;
    await server.settle();
    expect((await server.doc(orderId))?.life.closed).toBeTruthy();
    await isGone(orderId);
  });

  it('that came with the order goes with the order', async () => {
    const ada = await server.shopper();
    const eCode = await server.encrypt('code', { code: '987' }, ada.uuid);
    const { order } = await server.ok(server.reserve(ada, { productId: await server.drop(), eCode }));
    expect(await codeOf(order.orderId)).toBe('987');
    const asksProfile = jest.spyOn(server.server.app.get(ForgetSecrets), 'codeIsDone');
    await withdraw(ada, order.orderId);
    await isGone(order.orderId);
    expect([await onFile(ada), asksProfile.mock.calls]).toEqual([true, []]);
    asksProfile.mockRestore();
  });

  it('that nobody used goes after a week', async () => {
    const ada = await server.shopper();
    const last = async () => {
      let type = '';
      for await (const event of server.server.platform.log.readStream(`profile-${ada.profileId}`)) type = event.type;
      return type;
    };
    server.clock.ahead = 7 * DAY - HOUR;
    await sweep();
    expect(await last()).toBe('ProfileSaved');
    server.clock.ahead = 7 * DAY + HOUR;
    await server.until(async () => (await last()) === 'SecretForgotten' || undefined);
    server.clock.ahead = 0;
    expect(await onFile(ada)).toBe(false);
  });

  it('of an order goes thirty days after it was typed, whatever the read models know', async () => {
    const ada = await server.shopper();
    const { orderId } = await server.order(await server.drop(), ada);
    await recordOf(orderId);
    const whole = jest.spyOn(server.server.platform.projector, 'isWhole').mockResolvedValue(false);
    server.clock.ahead = 29 * DAY;
    await sweep();
    expect(await codeOf(orderId)).toBe('123');
    server.clock.ahead = 31 * DAY;
    await sweep();
    whole.mockRestore();
    expect(await codeOf(orderId)).toBe('erased');
  });

  it('stays as long as the read models may not know who needs it', async () => {
    const ada = await server.shopper();
    const { orderId } = await server.order(await server.drop(), ada);
    const forgets = jest.spyOn(server.server.platform.projector, 'isWhole').mockResolvedValue(false);
    await sweep();
    forgets.mockRestore();
    expect(await codeOf(orderId)).toBe('123');
  });
});
