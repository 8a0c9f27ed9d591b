import { randomUUID } from 'node:crypto';
import type { OrderFile } from '@supreme-access/contract/shapes/order-file.js';
import type { AdminOrder, Order } from '@supreme-access/contract/shapes/orders.js';
import type { ListedJob } from '@supreme-access/contract/shapes/system.js';
import { OrderServer, type Shopper } from '@supreme-access/test/fixtures/order-server.js';
import type { Answer } from '@supreme-access/test/fixtures/test-server.js';

describe('orders as admins work on them', () => {
  let server: OrderServer;
  let ada: Shopper;
  let auditor = '';
  beforeAll(async () => {
    server = await OrderServer.start();
    ada = await server.shopper();
    const { adtoken } = await server.done('/api/admin/invitations', {
      role: 'auditor',
      password: server.adminPassword,
    });
    const who = { name: 'Grace Hopper', email: 'grace@example.org', password: 'correct horse 7' };
    auditor = (await server.done('/register/ad', { ...who, adtoken }, null)).token;
  });
  afterAll(() => server?.stop());

  const query = (parts: Record<string, unknown>) =>
    Object.entries(parts)
      .map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`)
      .join('&');
  const list = (parts: Record<string, unknown> = {}, token?: string) =>
    server.get(`/api/admin/orders?${query(parts)}`, token);
  const ids = ({ body }: Answer) => (body as Order[]).map(({ orderId }) => orderId);
  const refusal = ({ status, body }: Answer) => [status, body.code];

  describe('in a list', () => {
    let productId = '';
    let orders: string[] = [];
    beforeAll(async () => {
      productId = await server.drop();
      const sizes = ['s', 'm', 'l', 'xl', 'm'];
      orders = [];
      for (const size of sizes) {
        const input = { productId, size, profileId: await server.addProfile(ada) };
        orders.push((await server.ok(server.reserve(ada, input, randomUUID()))).order.orderId);
        server.clock.ahead += 1_000;
      }
    });

    it('come newest first, with how many there are', async () => {
      const answer = await list({ filter: { productId } });
      expect(answer.headers.get('content-range')).toBe('orders 0-4/5');
      expect(ids(answer)).toEqual([...orders].reverse());
      expect(answer.body[0]).toMatchObject({ id: orders[4], email: ada.email, price: 25, status: 'pending' });
    });

    it('come in pages that never overlap', async () => {
      const pages = [
        await list({ filter: { productId }, range: [0, 1] }),
        await list({ filter: { productId }, range: [2, 9] }),
      ];
      expect(pages.map(({ headers }) => headers.get('content-range'))).toEqual(['orders 0-1/5', 'orders 2-4/5']);
      expect(pages.flatMap(ids)).toEqual([...orders].reverse());
      const beyond = await list({ filter: { productId }, range: [50, 59] });
      expect([beyond.headers.get('content-range'), beyond.body]).toEqual(['orders 50-50/5', []]);
    });

    it('are sorted by what is asked for', async () => {
      const bySlot = await list({ filter: { productId }, sort: ['slotNumber', 'ASC'] });
      expect(ids(bySlot)).toEqual(orders);
      const bySize = await list({ filter: { productId }, sort: ['size', 'DESC'] });
      expect((bySize.body as Order[]).map(({ size }) => size)).toEqual(['xl', 's', 'm', 'm', 'l']);
    });

    it('are filtered by what the answers show', async () => {
      const shown = await server.view(orders[2] ?? '');
      const filters = [
        [{ size: 'm' }, [orders[4], orders[1]]],
        [{ size: ['s', 'xl'] }, [orders[3], orders[0]]],
        [{ status: 'pending', price: 25, size: 's' }, [orders[0]]],
        [{ price: [24.99, 30] }, []],
        [{ orderDate: shown.orderDate }, [orders[2]]],
        [{ id: [orders[1], orders[3]] }, [orders[3], orders[1]]],
        [{ email: ada.email.slice(0, 5), size: 'l' }, [orders[2]]],
        [{ q: 'nobody' }, []],
      ] as const;
      for (const [filter, expected] of filters) {
        expect(ids(await list({ filter: { productId, ...filter } }))).toEqual(expected);
      }
    });

    it('are counted by status as the other filters show them, for auditors too', async () => {
      const counts = (filter: object, token?: string) =>
        server.get(`/api/admin/orders/counts?${query({ filter })}`, token);
      expect((await counts({ productId }, auditor)).body).toMatchObject({ pending: 5, success: 0, withdrawn: 0 });
      expect((await counts({ productId, size: 'm' })).body).toMatchObject({ pending: 2 });
      expect(refusal(await counts({ secret: 'x' }))).toEqual([400, 'list-query-invalid']);
      expect((await counts({}, ada.token)).status).toBe(403);
    });

    it.each([
      ['filter', { filter: { secret: 'x' } }],
      ['filter', { filter: { size: { gt: 1 } } }],
      ['sort', { sort: ['life', 'ASC'] }],
      ['range', { range: [5, 1] }],
    ])('are refused with a %s that makes no sense: %j', async (_, parts) => {
      expect(refusal(await list(parts))).toEqual([400, 'list-query-invalid']);
    });

    it('say why what may not be asked of them is refused, in the words of the refusal', async () => {
      const [shown] = (await list({ filter: { orderId: orders[0] } })).body;
      expect(Object.keys(shown.refusals).sort()).toEqual([
        'archive',
        'checkout',
        'erase',
        'evidence',
        'refund',
        'settle',
        'settlePurchase',
      ]);
      const refused = await server.post(`/api/admin/orders/${orders[0]}/checkout`);
      const { error, code } = refused.body;
      expect([refused.status, { error, code }]).toEqual([409, shown.refusals.checkout]);
    });

    it('can be read by auditors, and changed by nobody but admins', async () => {
      expect((await list({}, auditor)).status).toBe(200);
      expect((await server.get(`/api/admin/orders/${orders[0]}/story`, auditor)).status).toBe(200);
      for (const [token, status] of [
        [auditor, 403],
        [ada.token, 403],
        [null, 401],
      ] as const) {
        expect((await server.post(`/api/admin/orders/${orders[0]}/withdraw`, {}, token)).status).toBe(status);
        expect((await server.ask('DELETE', `/api/admin/orders/${orders[0]}`, undefined, token)).status).toBe(status);
      }
      expect((await list({}, ada.token)).status).toBe(403);
    });
  });

  describe('made for somebody', () => {
    it('hold a slot at the product’s price', async () => {
      const productId = await server.drop();
      const { status, body } = await server.post('/api/admin/orders/create', await server.made(productId));
      expect(status).toBe(200);
      expect(body).toMatchObject({
        success: true,
        order: { productId, price: 25, slotNumber: 1, email: 'bea@example.org', name: 'Bea Holt', livemode: true },
      });
      expect((await server.ok(server.get(`/api/products/${productId}`, null))).reserved).toBe(1);
    });

    it('answer the record itself to react-admin, and are the same when asked again', async () => {
      const productId = await server.drop();
      const [body, key] = [await server.made(productId), { 'idempotency-key': randomUUID() }];
      const first = await server.post('/api/admin/orders', body, server.admin, key);
      expect(first.body).toMatchObject({ id: expect.any(String), productId, status: 'pending' });
      const again = await server.post('/api/admin/orders', body, server.admin, key);
      expect(again.body.orderId).toBe(first.body.orderId);
    });

    it('at another price need a reason, which is told', async () => {
      const productId = await server.drop();
      const unexplained = await server.made(productId, { price: 19.99 });
      expect(refusal(await server.post('/api/admin/orders/create', unexplained))).toEqual([400, 'reason-required']);
      expect((await server.ok(server.get(`/api/products/${productId}`, null))).reserved).toBe(0);
      const explained = await server.made(productId, { price: 19.99, reason: 'a regular' });
      const { order } = await server.done('/api/admin/orders/create', explained);
      expect(order.price).toBe(19.99);
      await server.release(productId);
      expect(await server.becomes(order.orderId, 'success')).toMatchObject({ price: 19.99, charged: 19.99 });
      const overridden = (await server.story(order.orderId)).find(({ type }) => type === 'PriceOverridden');
      expect(overridden?.data).toEqual({ from: 2_500, to: 1_999, reason: 'a regular' });
    });

    it('at the same price need none', async () => {
      const body = await server.made(await server.drop(), { price: 25 });
      expect((await server.post('/api/admin/orders/create', body)).status).toBe(200);
    });

    it('are refused with data that the admin did not encrypt', async () => {
      const productId = await server.drop();
      const acoDataPayload = await server.encrypt('aco', server.aco(), null);
      const body = await server.made(productId, { acoDataPayload });
      expect(refusal(await server.post('/api/admin/orders/create', body))).toEqual([400, 'aco-invalid']);
    });
  });

  describe('withdrawn for somebody', () => {
    it('free the slot, and the holder is mailed why', async () => {
      const productId = await server.drop({ totalStock: 1 });
      const bea = await server.shopper();
      const { orderId } = await server.order(productId, bea);
      const withdraw = (body: object) => server.post(`/api/admin/orders/${orderId}/withdraw`, body);
      expect((await withdraw({ reason: ' ' })).status).toBe(400);
      const { order } = await server.ok(withdraw({ reason: 'ordered by mistake' }));
      expect(order.status).toBe('withdrawn');
      expect((await server.ok(server.get(`/api/products/${productId}`, null))).remaining).toBe(1);
      expect((await server.mail('withdrawn', bea.email)).text).toContain('ordered by mistake');
    });

    it('stay held once the release has started', async () => {
      const productId = await server.drop();
      const { orderId } = await server.order(productId, await server.shopper());
      await server.release(productId);
      const late = await server.post(`/api/admin/orders/${orderId}/withdraw`, { reason: 'too late' });
      expect(refusal(late)).toEqual([409, 'release-started']);
    });

    it('stay withdrawn for whoever sends the request again, after the release too', async () => {
      const productId = await server.drop();
      const bea = await server.shopper();
      const { orderId } = await server.order(productId, bea);
      const key = { 'idempotency-key': randomUUID() };
      const withdraw = () => server.post(`/api/user/orders/${orderId}/withdraw`, {}, bea.token, key);
      await server.ok(withdraw());
      await server.release(productId);
      expect((await server.ok(withdraw())).order.status).toBe('withdrawn');
      const again = server.post(`/api/admin/orders/${orderId}/withdraw`, { reason: 'asked to' });
      expect((await server.ok(again)).order.status).toBe('withdrawn');
    });
  });

  describe('archived', () => {
    it('leave the lists of staff, and stay for their buyer and for auditors', async () => {
      const bea = await server.shopper();
      const { orderId } = await server.order(await server.drop(), bea);
      const archive = () => server.ask('DELETE', `/api/admin/orders/id/${orderId}`);
      expect(refusal(await archive())).toEqual([409, 'order-open']);
      await server.done(`/api/admin/orders/${orderId}/withdraw`, { reason: 'x' });
      expect((await archive()).body).toMatchObject({ success: true, order: { orderId } });
      expect((await archive()).status).toBe(200);
      expect(ids(await list({ filter: { orderId } }))).toEqual([]);
      expect(ids(await server.get('/api/user/orders', bea.token))).toEqual([orderId]);
      expect((await server.get(`/api/admin/orders/${orderId}`, auditor)).body).toMatchObject({ orderId });
      const alias = await server.ask('DELETE', `/api/admin/orders/${orderId}`);
      expect(alias.body).toMatchObject({ id: orderId });
    });
  });

  describe('as a whole, with the event of each fact', () => {
    it('tell the money, the proof, the attempts, the mails and why each line came to be', async () => {
      const { orderId, shopper } = await server.success();
      await server.mail('success', shopper.email);
      const refund = { reason: 'too small', amount: 10 };
      await server.done(`/api/admin/orders/${orderId}/refund`, refund, server.admin);
      await server.becomes(orderId, 'success');
      await server.mail('refund', shopper.email);
      const file: OrderFile = await server.ok(server.get(`/api/admin/orders/${orderId}/file`, auditor));

      expect(file.money).toMatchObject({
        listPrice: 25,
        discount: 0,
        price: 25,
        charged: 25,
        refunded: 10,
        remains: 15,
      });
      expect(file.money.moves.map(({ type, amount }) => [type, amount])).toEqual([
        ['SlotReserved', 25],
        ['FeeCharged', 25],
        ['RefundRequested', 10],
        ['FeeRefunded', 10],
      ]);
      expect(file.evidence).toMatchObject({ kind: 'retailer', late: false, sha256: expect.stringMatching(/.{20}/) });
      expect(file.attempts).toMatchObject([{ attempt: 1, reference: `${orderId}:1`, answer: 'bought', reason: null }]);
      expect(file.mails.find(({ kind }) => kind === 'success')).toMatchObject({
        messageId: expect.stringMatching(/^<.+@.+>$/),
        bounce: null,
      });
      const story = new Map(file.story.map((entry) => [entry.type, entry]));
      expect(story.get('OrderPlaced')?.cause?.type).toBe('SlotReserved');
      expect(story.get('CheckoutStarted')?.cause?.type).toBe('ReleaseStarted');
      expect(story.get('FeeChargeStarted')?.cause?.type).toBe('CheckoutSucceeded');
      expect(story.get('RefundRequested')?.cause).toBeNull();
      expect(story.get('RefundStarted')?.cause?.eventId).toBe(story.get('RefundRequested')?.eventId);
    });

    it('tell the work that waits: what, when, and how often it was tried', async () => {
      const { orderId } = await server.order(await server.drop());
      await server.retailer('POST', '/sandbox/faults', { fault: 'error500', times: 100_000, orderId });
      const { productId } = await server.view(orderId);
      await server.release(productId);
      await server.becomes(orderId, 'processing');
      const { due }: OrderFile = await server.ok(server.get(`/api/admin/orders/${orderId}/file`));
      expect(due.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['checkout', 'close-order']));
      // The file is folded from the log; the list's read model may be behind the one that showed the order.
      const path = `/api/admin/due?${query({ filter: { subject: orderId, kind: 'close-order' } })}`;
      const [listed] = await server.until(async () => {
        const rows: ListedJob[] = await server.ok(server.get(path));
        return rows.length > 0 ? rows : undefined;
      });
      expect(due.find(({ kind }) => kind === 'close-order')).toEqual(listed);
    });

    it('are for admins and auditors', async () => {
      const path = `/api/admin/orders/${(await list()).body[0].orderId}/file`;
      const answers = [null, ada.token, auditor, server.admin].map((token) => server.get(path, token));
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 403, 200, 200]);
    });
  });

  it('are not mailed about once their person is erased', async () => {
    const bea = await server.shopper();
    const { orderId } = await server.order(await server.drop(), bea);
    await server.done(`/api/admin/orders/${orderId}/withdraw`, { reason: 'x' });
    await server.done('/api/user/erase', { password: 'correct horse 7' }, bea.token);
    const { refusals } = (await server.view(orderId)) as AdminOrder;
    const { status, body } = await server.post(`/api/admin/orders/${orderId}/resendEmail`);
    expect([status, { code: body.code, error: body.error }]).toEqual([410, refusals.resend]);
    expect((await server.post('/api/admin/orders/resendAll')).status).toBe(200);
  });

  it.each([
    ['GET', ''],
    ['GET', '/file'],
    ['GET', '/story'],
    ['POST', '/withdraw'],
    ['POST', '/refund'],
    ['POST', '/checkout'],
    ['POST', '/resendEmail'],
    ['DELETE', ''],
  ])('that nobody made are not found: %s %s', async (method, path) => {
    const body = method === 'POST' ? { reason: 'x' } : undefined;
    const input = path === '/checkout' || path === '/resendEmail' ? {} : body;
    expect((await server.ask(method, `/api/admin/orders/${randomUUID()}${path}`, input)).status).toBe(404);
  });
});
