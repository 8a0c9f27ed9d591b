import { randomUUID } from 'node:crypto';
import { tokenOf } from '@supreme-access/test/fixtures/mailbox.js';
import { OrderServer, type Shopper } from '@supreme-access/test/fixtures/order-server.js';
import { MOMENT } from '@supreme-access/test/fixtures/test-server.js';
import { OrderMails } from './order-mails.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the mails of an order', () => {
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

  const queued = async (response: ReturnType<OrderServer['get']>) => (await server.ok(response)).queued as number;
  const sent = async (kind: string, to: string) =>
    (await server.mails(to)).filter(({ name }) => name.includes(`-${kind}-`)).length;
  const suppressed = async (orderId: string) =>
    (await server.story(orderId)).filter(({ type }) => type === 'MailSuppressed').map(({ data }) => data.kind);

  it('confirm the slot with what was chosen', async () => {
    const bea = await server.shopper();
    const { orderId } = await server.order(await server.drop({ productTitle: 'Forest Parka' }), bea);
    const { text, headers } = await server.mail('slot-confirmed', bea.email);
    expect(headers.get('subject')).toContain('Forest Parka');
    for (const part of [orderId, '$25.00', '/user/orders']) expect(text).toContain(part);
  });

  it('say nothing that was typed to an address that nobody has proven', async () => {
    const eve = await server.shopper();
    const unproven = await server.order(await server.drop(), eve);
    const before = await server.mail('slot-confirmed', eve.email);
    for (const typed of ['Ada', 'Main Profile']) expect(before.text + before.html).not.toContain(typed);
    expect(before.text).toContain(unproven.orderId);
    const bea = await server.shopper();
    const link = tokenOf(await server.mail('verify-email', bea.email));
    const { token } = await server.done(`/api/actions/${link}`, { password: 'correct horse 7' }, null);
    await server.order(await server.drop(), { ...bea, token });
    expect((await server.mail('slot-confirmed', bea.email)).text).toContain('Main Profile');
  });

  it('confirm no slot that was given back before the mail went out', async () => {
    const bea = await server.shopper();
    const { orderId } = await server.order(await server.drop(), bea);
    await server.done(`/api/user/orders/${orderId}/withdraw`, {}, bea.token);
    await server.settle(MOMENT);
    // Stores that err have it done by another try.
    await server.until(async () => (await suppressed(orderId)).includes('slot-confirmed') || undefined);
    await server.mail('withdrawn', bea.email);
    expect(await sent('slot-confirmed', bea.email)).toBe(0);
  });

  it('confirm no slot after what came of it', async () => {
    const { orderId } = await server.success();
    const late = { about: `order-${orderId}`, kind: 'slot-confirmed', which: '' };
    expect(await server.server.app.get(OrderMails).compose(late)).toBeNull();
  });

  describe('sent again', () => {
    let orderId = '';
    beforeAll(async () => {
      ({ orderId } = await server.order(await server.drop(), ada));
      await server.mail('slot-confirmed', ada.email);
    });

    it('by old links go out once an hour and order, whatever the clock’s hand does', async () => {
      const untilTheHour = HOUR - (Date.now() % HOUR);
      server.clock.ahead = untilTheHour - MINUTE;
      const resend = () => queued(server.get(`/api/admin/orders/resendEmail/${orderId}`));
      expect(await resend()).toBe(1);
      await server.until(async () => (await sent('slot-confirmed', ada.email)) === 2 || undefined);
      expect(await resend()).toBe(0);
      server.clock.ahead += 2 * MINUTE;
      expect(await resend()).toBe(0);
      server.clock.ahead += 56 * MINUTE;
      expect(await resend()).toBe(0);
      server.clock.ahead += 4 * MINUTE;
      expect(await resend()).toBe(1);
      await server.until(async () => (await sent('slot-confirmed', ada.email)) === 3 || undefined);
    });

    it('by our own screens go out each time, and once for a repeated key', async () => {
      const path = `/api/admin/orders/${orderId}/resendEmail`;
      const key = { 'idempotency-key': randomUUID() };
      expect([await queued(server.post(path)), await queued(server.post(path))]).toEqual([1, 1]);
      const count = async () => (await server.types(orderId)).filter((type) => type === 'MailRequested').length;
      const before = await count();
      const repeated = [
        await queued(server.post(path, {}, server.admin, key)),
        await queued(server.post(path, {}, server.admin, key)),
      ];
      expect(repeated).toEqual([1, 1]);
      expect(await count()).toBe(before + 1);
    });

    it('to everybody go to all orders that are not archived, once an hour', async () => {
      const { headers } = await server.get('/api/admin/orders?range=[0,0]');
      const all = Number(headers.get('content-range')?.split('/')[1]);
      server.clock.ahead = 6 * HOUR;
      expect(await queued(server.get('/api/admin/orders/resendAll'))).toBe(all);
      expect(await queued(server.get('/api/admin/orders/resendAll'))).toBe(0);
      expect(await queued(server.post('/api/admin/orders/resendAll'))).toBe(all);
    });

    it.each(['POST', 'GET'])(
      'mail who ordered since nothing, when a copy of the request comes late: %s',
      async (method) => {
        const key = { 'idempotency-key': `all-by-${method}` };
        const all = () => queued(server.ask(method, '/api/admin/orders/resendAll', undefined, server.admin, key));
        const first = await all();
        const { orderId } = await server.order(await server.drop(), ada);
        await server.placed(orderId);
        expect(await all()).toBe(first);
        const requested = (await server.story(orderId)).filter(({ type }) => type === 'MailRequested');
        expect(requested.filter(({ causedBy }) => causedBy.startsWith('admin'))).toEqual([]);
      },
    );

    it('say where the order stands now', async () => {
      const { orderId: bought, shopper } = await server.success();
      await server.mail('success', shopper.email);
      await server.done(`/api/admin/orders/${bought}/resendEmail`);
      await server.until(async () => (await sent('success', shopper.email)) === 2 || undefined);
      const [first, again] = (await server.mails(shopper.email)).filter(({ name }) => name.includes('-success-'));
      expect(again?.mail.text).toBe(first?.mail.text);
    });

    it.each([
      ['GET', '/api/admin/orders/resendAll'],
      ['POST', '/api/admin/orders/resendAll'],
    ])('are the admins’ business: %s %s', async (method, path) => {
      const body = method === 'POST' ? {} : undefined;
      expect((await server.ask(method, path, body, ada.token)).status).toBe(403);
      expect((await server.ask(method, path, body, null)).status).toBe(401);
    });
  });
});
