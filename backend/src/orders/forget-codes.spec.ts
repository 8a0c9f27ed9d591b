import { jest } from '@jest/globals';
import { eventually } from '../payments/emulator/emulator.fixture.js';
import { ForgetCodes } from './forget-codes.js';
import { OrderServer, type Shopper } from './order-server.fixture.js';
import { Reservations } from './reservations.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('a security code', () => {
  let server: OrderServer;
  beforeAll(async () => {
    server = await OrderServer.start();
  });
  afterAll(() => server?.stop());
  afterEach(() => {
    server.clock.ahead = 0;
  });

  const onFile = async ({ token }: Shopper) =>
    (await server.ok(server.get('/api/user/profiles', token)))[0].profile.card.codeOnFile as boolean;
  const isGone = (shopper: Shopper) => eventually(async () => !(await onFile(shopper)) || undefined);
  const withdraw = ({ token }: Shopper, orderId: string) =>
    server.ok(server.post(`/api/user/orders/${orderId}/withdraw`, {}, token));
  const lastly = ({ profileId }: Shopper, type: string) =>
    eventually(async () => {
      let last = '';
      for await (const event of server.server.platform.log.readStream(`profile-${profileId}`)) last = event.type;
      return last === type || undefined;
    });
  const sweep = () => server.server.app.get(ForgetCodes).sweep();

  it('goes with the last open order that names it', async () => {
    const ada = await server.shopper();
    const { orderId: one } = await server.order(await server.drop(), ada);
    const { orderId: other } = await server.order(await server.drop(), ada);
    await withdraw(ada, one);
    await sweep();
    expect(await onFile(ada)).toBe(true);
    await withdraw(ada, other);
    await isGone(ada);
  });

  it('that a reservation under way has found on file is there for its order', async () => {
    const ada = await server.shopper();
    const { orderId } = await server.order(await server.drop(), ada);
    const record = (await server.doc(orderId))?.codeRecord ?? '';
    const { app, platform } = server.server;
    const productId = await server.drop();
    const reservations = app.get(Reservations);
    const reserve = reservations.reserve.bind(reservations);
    const underWay = jest.spyOn(reservations, 'reserve').mockImplementationOnce(async (...asked) => {
      await withdraw(ada, orderId);
      await isGone(ada);
      return reserve(...asked);
    });
    const { order } = await server.ok(server.reserve(ada, { productId }));
    underWay.mockRestore();
    server.clock.ahead = 11 * MINUTE;
    await lastly(ada, 'SecretKept');
    expect(await platform.vault.get('code', record)).toMatchObject({ value: '123' });
    await withdraw(ada, order.orderId);
    await lastly(ada, 'CodeRetired');
    server.clock.ahead = 22 * MINUTE;
    await lastly(ada, 'SecretForgotten');
    expect(await platform.vault.get('code', record)).toBe('erased');
  });

  it('goes once it was bought with', async () => {
    const { shopper } = await server.success();
    await isGone(shopper);
  });

  it('that came with the order goes with the order', async () => {
    const ada = await server.shopper();
    const eCode = await server.encrypt('code', { code: '987' }, ada.uuid);
    const { order } = await server.ok(server.reserve(ada, { productId: await server.drop(), eCode }));
    const { vault } = server.server.platform;
    await server.view(order.orderId);
    const record = (await server.doc(order.orderId))?.codeRecord ?? '';
    expect(await vault.get('code', record)).toMatchObject({ value: '987' });
    await withdraw(ada, order.orderId);
    await eventually(async () => (await vault.get('code', record)) === 'erased' || undefined);
    expect(await onFile(ada)).toBe(true);
  });

  it('is kept for a checkout that goes on, a day after its release at most', async () => {
    const ada = await server.shopper();
    const productId = await server.drop();
    const { orderId } = await server.order(productId, ada);
    await server.retailer('POST', '/sandbox/faults', { fault: 'error500', times: 100_000, orderId });
    await server.release(productId);
    await server.becomes(orderId, 'processing');
    server.clock.ahead = 23 * HOUR;
    await sweep();
    server.clock.ahead = 0;
    expect(await onFile(ada)).toBe(true);
    server.clock.ahead = 25 * HOUR;
    await sweep();
    server.clock.ahead = 0;
    expect(await onFile(ada)).toBe(false);
  });

  it('that nobody used goes after a week', async () => {
    const ada = await server.shopper();
    server.clock.ahead = 6 * 24 * HOUR;
    await sweep();
    server.clock.ahead = 0;
    expect(await onFile(ada)).toBe(true);
    server.clock.ahead = 8 * 24 * HOUR;
    await lastly(ada, 'CodeRetired');
    server.clock.ahead = 0;
    await isGone(ada);
  });

  it('stays as long as the read models may not know who needs it', async () => {
    const ada = await server.shopper();
    const whole = jest.spyOn(server.server.platform.projector, 'isWhole').mockResolvedValue(false);
    server.clock.ahead = 8 * 24 * HOUR;
    await sweep();
    whole.mockRestore();
    server.clock.ahead = 0;
    expect(await onFile(ada)).toBe(true);
  });
});
