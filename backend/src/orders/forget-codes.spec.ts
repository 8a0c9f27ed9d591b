import { eventually } from '../payments/emulator/emulator.fixture.js';
import { ForgetCodes } from './forget-codes.js';
import { OrderServer, type Shopper } from './order-server.fixture.js';

const HOUR = 3_600_000;

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
    await sweep();
    server.clock.ahead = 0;
    expect(await onFile(ada)).toBe(false);
  });
});
