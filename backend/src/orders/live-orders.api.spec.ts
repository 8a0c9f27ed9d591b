import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { OrderServer, type Shopper } from '@supreme-access/test/fixtures/order-server.js';
import { MOMENT } from '@supreme-access/test/fixtures/test-server.js';
import { Arrivals } from '@supreme-access/test/support/arrivals.js';

interface Change {
  orderId: string;
  status: string;
  at: string;
  stamps: { kind: string; done: boolean }[];
}

/** What comes over the stream of a shopper, or of a link. */
async function listen(server: OrderServer, token: string | null, path = '/api/user/orders/stream') {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const request = get(`${server.server.url}${path}`, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const received = new Arrivals<Change>();
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (text + chunk).split('\n\n');
    text = parts.pop() ?? '';
    const events = parts.flatMap((part) => /^event: order\ndata: (.*)$/.exec(part)?.[1] ?? []);
    received.push(...events.map((data) => JSON.parse(data) as Change));
  });
  response.on('error', () => undefined);
  const hangUp = async () => {
    const closed = new Promise((resolve) => response.once('close', resolve));
    request.destroy();
    await closed;
  };
  return { received, type: response.headers['content-type'], hangUp };
}

describe('an order as it happens', () => {
  let server: OrderServer;
  let ada: Shopper;
  let bea: Shopper;
  beforeAll(async () => {
    server = await OrderServer.start();
    [ada, bea] = await Promise.all([server.shopper(), server.shopper()]);
  });
  afterAll(() => server?.stop());

  it('is told to its shopper, and to nobody else', async () => {
    const [hers, others] = [await listen(server, ada.token), await listen(server, bea.token)];
    expect(hers.type).toContain('text/event-stream');
    const productId = await server.drop();
    const { orderId } = await server.order(productId, ada);
    await server.release(productId);
    await server.settle(MOMENT);
    await hers.received.until((all) => all.some(({ status }) => status === 'success'));
    const own = hers.received.filter((change) => change.orderId === orderId);
    expect(own).toHaveLength(hers.received.length);
    expect(own.map(({ status }) => status)).toEqual(expect.arrayContaining(['processing', 'success']));
    expect(own.at(-1)?.at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(others.received).toEqual([]);
    await Promise.all([hers.hangUp(), others.hangUp()]);
  });

  it('is told as it is reserved, before anything else comes of it, and again to who connects anew', async () => {
    const dora = await server.shopper();
    const first = await listen(server, dora.token);
    const { orderId } = await server.order(await server.drop(), dora);
    await first.received.until((all) => all.some((change) => change.orderId === orderId));
    expect(first.received[0]).toMatchObject({ orderId, status: 'pending', again: false });
    await first.hangUp();
    const again = await listen(server, dora.token);
    await again.received.until(({ length }) => length > 0);
    expect(again.received).toMatchObject([{ orderId, status: 'pending', again: true }]);
    await again.hangUp();
  });

  it('is told on every stream of its shopper, until they hang up', async () => {
    const cleo = await server.shopper();
    const [one, other] = [await listen(server, cleo.token), await listen(server, cleo.token)];
    const { orderId } = await server.order(await server.drop(), cleo);
    await one.hangUp();
    await server.done(`/api/user/orders/${orderId}/withdraw`, {}, cleo.token);
    await other.received.until((all) => all.some(({ status }) => status === 'withdrawn'));
    expect(one.received).not.toContainEqual(expect.objectContaining({ status: 'withdrawn' }));
    await other.hangUp();
  });

  it('is told to who holds the link of that one order, with the stamps of its ticket', async () => {
    const productId = await server.drop();
    const acoDataPayload = await server.encrypt('aco', server.aco());
    const input = { email: 'bea@example.com', name: 'Bea Holt', productId, stripeToken: 'tok_visa', acoDataPayload };
    const { link, order } = await server.done('/api/checkout/completeuser', input, null);
    await server.order(productId);
    const token = new URL(link).pathname.split('/').at(-1);
    const guest = await listen(server, null, `/api/actions/${token}/stream`);
    await server.release(productId);
    await server.settle(MOMENT);
    await guest.received.until((all) => all.some(({ status }) => status === 'success'));
    expect(new Set(guest.received.map(({ orderId }) => orderId))).toEqual(new Set([order.orderId]));
    const stamps = guest.received.at(-1)?.stamps.map(({ kind, done }) => done && kind);
    expect(stamps).toEqual(['reserved', 'checked-out', 'charged']);
    await guest.hangUp();
    expect((await server.get('/api/actions/a.b/stream', null)).status).toBe(404);
  });

  it('needs a session', async () => {
    expect((await server.get('/api/user/orders/stream', null)).status).toBe(401);
  });
});

describe('an order’s story', () => {
  let server: OrderServer;
  beforeAll(async () => {
    server = await OrderServer.start();
  });
  afterAll(() => server?.stop());

  it('tells its whole life in order, and nothing secret', async () => {
    const { orderId, shopper } = await server.success();
    await server.mail('success', shopper.email);
    const path = `/api/user/orders/${orderId}/story`;
    const story = await server.ok(server.get(path, shopper.token));
    const types = story.map(({ type }: { type: string }) => type);
    const expected = [
      'SlotReserved',
      'OrderPlaced',
      'CheckoutStarted',
      'CheckoutSucceeded',
      'FeeChargeStarted',
      'FeeCharged',
    ];
    expect(types.filter((type: string) => expected.includes(type))).toEqual(expected);
    expect(types).toContain('ReleaseStarted');
    const positions = story.map(({ position }: { position: number }) => position);
    expect(positions).toEqual([...positions].sort((a: number, b: number) => a - b));

    const text = JSON.stringify(story);
    const { cardRecord, codeRecord, person, payer } = (await server.doc(orderId))?.life.placed ?? {};
    const secrets = [cardRecord, codeRecord, person, payer?.customerId, payer?.paymentMethodId];
    const personal = [shopper.email, 'Quimby', 'Larch', 'Portland', '"97201"', '5550143', '42424242', 'personal'];
    for (const secret of [...secrets, ...personal]) {
      expect(secret).toBeTruthy();
      expect(text).not.toContain(secret);
    }
    // A mail of a moment ago may be noted as sent meanwhile.
    expect((await server.story(orderId)).slice(0, story.length)).toEqual(story);
  });

  it('of somebody else is none', async () => {
    const { orderId } = await server.order(await server.drop());
    const bea = await server.shopper();
    expect((await server.get(`/api/user/orders/${orderId}/story`, bea.token)).status).toBe(404);
    expect((await server.post(`/api/user/orders/${orderId}/withdraw`, {}, bea.token)).status).toBe(404);
  });
});
