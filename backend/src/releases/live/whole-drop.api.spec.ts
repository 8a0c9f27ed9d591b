import { OrderServer, type Shopper } from '@supreme-access/test/fixtures/order-server.js';
import { listenTo, type StreamedEvent } from '@supreme-access/test/fixtures/stream.js';

/** ms */
const SOON = 60_000;

describe('a whole drop, live', () => {
  let server: OrderServer;
  let productId = '';
  let [ada, bea, cleo]: Shopper[] = [];
  beforeAll(async () => {
    server = await OrderServer.start();
    [ada, bea, cleo] = await Promise.all([server.shopper(), server.shopper(), server.shopper('4000000000000341')]);
  });
  afterAll(() => server?.stop());

  const at = (ms: number) => new Date(Date.now() + server.clock.ahead + ms).toISOString();
  const listen = (path: string, token: string | null = null) => listenTo(`${server.server.url}${path}`, token);
  const inOrder = (received: readonly StreamedEvent[], id: string) =>
    received.filter(({ data }) => data.productId === id).map(({ event }) => event);
  /** each once, where it came first */
  const firsts = (names: readonly string[]) => [...new Set(names)];

  it('is told in order to whoever looks at it, at the shop or at the board', async () => {
    productId = await server.drop({ productTitle: 'Coat', totalStock: 2, releaseAt: at(2 * SOON) });
    const [page, shop, board] = [
      await listen(`/api/products/${productId}/stream`),
      await listen('/api/shop/stream'),
      await listen('/api/admin/releases/stream', server.admin),
    ];
    await page.until('scheduled');
    await shop.until('products');
    await board.until('releases');
    if (!ada || !bea || !cleo) throw new Error('nobody is there');

    await server.order(productId, ada);
    await page.until('slots', ({ reserved }) => reserved === 1);
    const { orderId } = await server.order(productId, bea);
    await page.until('sold-out');
    await server.done(`/api/user/orders/${orderId}/withdraw`, {}, bea.token);
    await page.until('slot-freed');
    await server.order(productId, cleo);
    await server.until(() => page.of('sold-out').length === 2 || undefined);
    await server.done('/api/admin/products/edit', { productId, releaseAt: at(SOON) });
    await page.until('moved');
    server.clock.ahead += SOON + 1_000;

    expect((await page.until('started')).data).toMatchObject({ productId, due: 2 });
    await page.until('progress', ({ checkedOut }) => checkedOut === 2);
    // One fee may be charged before the other order is bought.
    const isBought = ({ releases: [one] }: StreamedEvent['data']) => one?.charged === 1 && one.bought === 2;
    expect((await board.until('releases', isBought)).data.releases).toMatchObject([
      { productId, productTitle: 'Coat', due: 2, started: 2, nextSize: 0, soldOut: 0 },
    ]);
    const transitions = ['scheduled', 'slots', 'sold-out', 'slot-freed', 'moved', 'started', 'progress'];
    const seen = (received: readonly StreamedEvent[]) =>
      firsts(inOrder(received, productId)).filter((name) => transitions.includes(name));
    await shop.until('progress', ({ checkedOut }) => checkedOut === 2);
    expect(seen(page.received).filter((name) => name !== 'slots')).toEqual(transitions.filter((n) => n !== 'slots'));
    expect(seen(shop.received).filter((name) => name !== 'slots')).toEqual(transitions.filter((n) => n !== 'slots'));
    for (const { data } of page.of('progress')) expect(data.checkedOut).toBeLessThanOrEqual(data.attempted);
    for (const one of [page, shop, board]) one.leave();
  });

  it('leaves an outcome, in which one fee was declined, and test orders do not count', async () => {
    const test = await server.made(productId, { livemode: false });
    await server.done('/api/admin/orders/create', test);
    const outcome = await server.until(async () => {
      const { body } = await server.get(`/api/admin/products/${productId}/outcome`);
      return body.declined === 1 && body.finishedAt !== null ? body : undefined;
    });
    expect(outcome).toMatchObject({ due: 2, started: 2, bought: 2, charged: 1, declined: 1, unknown: 0, soldOut: 0 });
    for (const ms of [outcome.firstAfter, outcome.lastAfter, outcome.answerP50, outcome.answerP95]) {
      expect(ms).toBeGreaterThanOrEqual(0);
    }
    expect(outcome.lastAfter).toBeGreaterThanOrEqual(outcome.firstAfter);
    const room = await server.get(`/api/admin/products/${productId}/control-room`);
    expect(room.body).toMatchObject({ productId, stock: 2, steps: [{ held: 1 }, { held: 2 }] });
    expect(room.body.cells.map(({ state }: { state: string }) => state).sort()).toEqual(['bought', 'charged']);
    const over = await listen(`/api/products/${productId}/stream`);
    await over.until('finished');
    expect(over.names()).toEqual(['product', 'slots', 'finished']);
    over.leave();
  });

  it('is told as far as it is to whoever comes while it runs', async () => {
    const running = await server.drop({ productTitle: 'Parka' });
    const { orderId } = await server.order(running);
    // It runs for as long as one of its checkouts goes on.
    await server.retailer('POST', '/sandbox/faults', { fault: 'error500', times: 100_000, orderId });
    await server.release(running);
    await server.becomes(orderId, 'processing');
    const late = await listen(`/api/products/${running}/stream`);
    const { data } = await late.until('progress', ({ attempted }) => attempted === 1);
    expect(data).toEqual({ productId: running, due: 1, attempted: 1, checkedOut: 0 });
    expect(firsts(late.names())).toEqual(['product', 'slots', 'started', 'progress']);
    const board = await listen('/api/admin/releases/stream', server.admin);
    const isListed = ({ releases }: StreamedEvent['data']) =>
      releases.some((one: { productId: string }) => one.productId === running);
    const { releases } = (await board.until('releases', isListed)).data;
    expect(releases).toContainEqual(expect.objectContaining({ productId, bought: 2 }));
    expect(releases).toContainEqual(expect.objectContaining({ productId: running, due: 1, bought: 0 }));
    late.leave();
    board.leave();
  });

  it('is followed with all else on one stream, told once, and what may not be followed is named', async () => {
    const [wanted, dora] = [await server.drop({ productTitle: 'Cap' }), await server.shopper()];
    const topics = ['shop', `product:${wanted}`, 'orders', 'releases', 'product:nothing', 'link:x.y'];
    const all = await listen(`/api/live?topics=${topics.map(encodeURIComponent).join()}`, dora.token);
    await all.until('products');
    expect(all.of('refused').map(({ data }) => data)).toEqual([
      { topic: 'releases', code: 'forbidden' },
      { topic: 'product:nothing', code: 'not-found' },
      { topic: 'link:x.y', code: 'link-invalid' },
    ]);
    const { orderId } = await server.order(wanted, dora);
    await all.until('order', (order) => order.orderId === orderId);
    await all.until('slots', (slots) => slots.productId === wanted && slots.reserved === 1);
    expect(all.of('slots').filter(({ data }) => data.productId === wanted && data.reserved === 1)).toHaveLength(1);
    all.leave();
  });

  it('is refused where no topic may be followed', async () => {
    const codeOf = async (topics: string) => {
      const { status, body } = await server.get(`/api/live?topics=${topics}`, null);
      return [status, body.code];
    };
    expect(await codeOf('orders')).toEqual([401, 'unauthorized']);
    expect(await codeOf('product:nothing')).toEqual([404, 'not-found']);
    expect(await codeOf('everything')).toEqual([400, 'topics-invalid']);
    expect(await codeOf('%25')).toEqual([400, 'topics-invalid']);
    expect(await codeOf(Array.from({ length: 41 }, (_, n) => `product:${n}`).join())).toEqual([400, 'topics-invalid']);
  });

  it('has no outcome before it is released', async () => {
    const waiting = await server.drop();
    expect((await server.get(`/api/admin/products/${waiting}/outcome`)).status).toBe(404);
    expect((await server.get('/api/admin/products/nowhere/outcome')).status).toBe(404);
    expect((await server.get('/api/admin/products/nowhere/control-room')).status).toBe(404);
    await server.order(waiting);
    const { body } = await server.get(`/api/admin/products/${waiting}/control-room`);
    expect(body.cells).toEqual([{ slot: 1, state: 'reserved' }]);
  });
});
