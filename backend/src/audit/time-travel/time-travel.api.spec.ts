import { randomUUID } from 'node:crypto';
import type { Moment, SlotHistory } from '@supreme-access/contract/shapes/audit.js';
import { OrderServer } from '@supreme-access/test/fixtures/order-server.js';
import { product } from '../../catalogue/products/product.js';
import { Commands } from '../../event-sourcing/commands.js';
import { order } from '../../orders/order.js';

const PATH = '/api/admin/time-travel';

describe('time travel', () => {
  let server: OrderServer;
  let [orderId, productId, accountId, auditor] = ['', '', '', ''];
  beforeAll(async () => {
    server = await OrderServer.start();
    const bought = await server.success();
    ({ orderId, productId } = bought);
    accountId = bought.shopper.uuid;
    await server.done('/api/admin/promos', { promoCode: 'FRIENDS10', percent: 10 });
    await server.ok(server.ask('PUT', '/api/admin/promos/FRIENDS10', { percent: 20 }));
    auditor = server.server.platform.sessions.begin(randomUUID(), ['auditor'], 0);
  });
  afterAll(() => server?.stop());

  const moment = (path: string): Promise<Moment> => server.ok(server.get(`${PATH}/${path}`));
  const json = (value: unknown) => JSON.parse(JSON.stringify(value));
  /** Each moment of a stream, oldest first. */
  async function everyMoment(path: string): Promise<Moment[]> {
    const { lastRevision } = await moment(path);
    const moments: Moment[] = [];
    for (let revision = 0; revision <= lastRevision; revision += 1)
      moments.push(await moment(`${path}?revision=${revision}`));
    return moments;
  }

  it('shows at the last event the state that commands are decided on', async () => {
    const commands = server.server.app.get(Commands);
    const { log } = server.server.platform;
    const states = () => Promise.all([commands.state(order, orderId), commands.state(product, productId)]);
    // A mail may be noted as sent meanwhile: then both are asked again.
    const [shown, folded] = await server.until(async () => {
      const head = await log.head();
      const moments = [await moment(`orders/${orderId}`), await moment(`products/${productId}`)];
      const now = await states();
      return (await log.head()) === head ? [moments.map(({ state }) => state), now] : undefined;
    });
    expect(shown).toEqual(json(folded));
  });

  it('shows an order as its shopper saw it after each event', async () => {
    const moments = await everyMoment(`orders/${orderId}`);
    const seen = Object.fromEntries(moments.map(({ event, shown }) => [event.type, shown?.status]));
    expect(seen).toMatchObject({
      OrderPlaced: 'pending',
      CheckoutStarted: 'processing',
      CheckoutSucceeded: 'processing',
      FeeCharged: 'success',
    });
    const now = await server.view(orderId);
    const last = moments.at(-1);
    expect(last?.shown).toMatchObject({
      status: now.status,
      statusNote: now.statusNote,
      price: now.price,
      charged: now.charged,
      productTitle: now.productTitle,
      totalStock: now.totalStock,
      email: 'sealed',
      name: 'sealed',
    });
    const charged = moments.find(({ event }) => event.type === 'FeeCharged');
    expect(charged?.changes).toContainEqual(
      expect.objectContaining({ path: 'charged', kind: 'changed', before: null }),
    );
    expect(charged?.shown?.stamps).toMatchObject([
      { kind: 'reserved', done: true },
      { kind: 'checked-out', done: true },
      { kind: 'charged', done: true },
    ]);
  });

  it('tells of an order what its shopper could read of it until then', async () => {
    const story = await server.story(orderId);
    const charged = (await everyMoment(`orders/${orderId}`)).find(({ event }) => event.type === 'FeeCharged');
    const then = charged?.story.map(({ type }) => type) ?? [];
    expect(then).toEqual(story.filter(({ at }) => at <= (charged?.at ?? '')).map(({ type }) => type));
    expect([then[0], then.includes('FeeCharged')]).toEqual(['SlotReserved', true]);
    expect((await moment(`products/${productId}`)).story).toEqual([]);
  });

  it('answers what was seen at an instant, from the reservation on', async () => {
    const story = await server.story(orderId);
    const at = (type: string) => story.find((entry) => entry.type === type)?.at ?? '';
    const reserved = await moment(`orders/${orderId}?at=${at('SlotReserved')}`);
    expect([reserved.event.type, reserved.shown?.status]).toEqual([
      expect.stringMatching(/SlotReserved|OrderPlaced/),
      'pending',
    ]);
    const charged = await moment(`orders/${orderId}?at=${at('FeeCharged')}`);
    expect(charged.shown?.status).toBe('success');
    const before = new Date(Date.parse(at('CheckoutStarted')) - 1).toISOString();
    expect((await moment(`orders/${orderId}?at=${before}`)).shown?.status).toBe('pending');
    const drop = await moment(`products/${productId}?at=${at('SlotReserved')}`);
    expect(drop.shown).toMatchObject({ reserved: 1, remaining: 49, releaseStartedAt: null });
    expect((await moment(`products/${productId}`)).shown?.releaseStartedAt).toEqual(expect.any(String));
  });

  it('shows accounts and promo codes as they were', async () => {
    const [first, ...later] = await everyMoment(`accounts/${accountId}`);
    expect(first?.shown).toMatchObject({ email: 'sealed', billingLast4: null });
    expect(later.at(-1)?.shown).toMatchObject({ billingLast4: '4242' });
    expect(JSON.stringify([first, ...later])).not.toMatch(/example\.org|Larch|hashed password/);
    const promo = await everyMoment('promos/FRIENDS10');
    expect(promo.map(({ shown }) => shown)).toEqual([
      { promoCode: 'FRIENDS10', percent: 10 },
      { promoCode: 'FRIENDS10', percent: 20 },
    ]);
    expect(promo[1]?.changes).toEqual([
      { path: 'facts.percent', kind: 'changed', before: 10, after: 20 },
      { path: 'version', kind: 'changed', before: 1, after: 2 },
    ]);
  });

  it('lists the events around a moment, to step to', async () => {
    const { steps, lastRevision } = await moment(`orders/${orderId}?revision=1`);
    expect(steps.map(({ revision }) => revision)).toEqual(steps.map((_, index) => index));
    expect(steps[0]).toMatchObject({ type: 'OrderPlaced', at: expect.stringMatching(/Z$/) });
    expect(lastRevision).toBeGreaterThan(3);
  });

  it('draws the slots of a product after each of its events', async () => {
    const history: SlotHistory = await server.ok(server.get(`${PATH}/products/${productId}/slots`));
    expect(history).toMatchObject({ productId, productTitle: 'Box Hoodie', mostActive: 1, oversoldAt: null });
    expect(history.points).toHaveLength(history.revisions);
    expect(history.points[0]).toMatchObject({ revision: 0, active: 0, stock: 50 });
    expect(history.points[1]).toMatchObject({ revision: 1, active: 1, stock: 50 });
  });

  it.each([
    ['?revision=-1', 400, 'moment-invalid'],
    ['?revision=one', 400, 'moment-invalid'],
    ['?revision=1.5', 400, 'moment-invalid'],
    ['?at=yesterday', 400, 'moment-invalid'],
    ['?at=2026-11-22T10:00:00', 400, 'moment-invalid'],
    ['?at=2026-11-22T10:00:00Z&revision=1', 400, 'moment-invalid'],
    ['?revision=99999', 404, 'no-such-moment'],
    ['?at=2001-01-01T00:00:00Z', 404, 'no-such-moment'],
    ['?colour=ink', 400, 'unknown-field'],
  ])('refuses %s', async (query, status, code) => {
    expect(await server.get(`${PATH}/orders/${orderId}${query}`)).toMatchObject({
      status,
      body: { success: false, code },
    });
  });

  it.each([
    'orders/nothing',
    'products/nothing',
    'accounts/nothing',
    'promos/NOTHING',
    'mails/1',
    'products/nothing/slots',
  ])('knows of no %s', async (path) => {
    expect(await server.get(`${PATH}/${path}`)).toMatchObject({ status: 404, body: { code: 'not-found' } });
  });

  it('is for admins and auditors', async () => {
    const shopper = server.server.platform.sessions.begin(randomUUID(), ['shopper'], 0);
    for (const path of [`orders/${orderId}`, `products/${productId}/slots`]) {
      expect((await server.get(`${PATH}/${path}`, null)).status).toBe(401);
      expect((await server.get(`${PATH}/${path}`, shopper)).status).toBe(403);
      expect((await server.get(`${PATH}/${path}`, auditor)).status).toBe(200);
    }
  });
});
