import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { EventPage, FoundEvents, LoggedEvent } from '@supreme-access/contract/shapes/audit.js';
import { DECLINES, OrderServer } from '@supreme-access/test/fixtures/order-server.js';
import { Arrivals } from '@supreme-access/test/support/arrivals.js';
import { isNamedBy } from '../../event-sourcing/causes.js';
import { all } from '../../event-sourcing/reading.js';

const EVENTS = '/api/admin/events';

describe('the event browser', () => {
  let server: OrderServer;
  let [orderId, productId, accountId, auditor] = ['', '', '', ''];
  beforeAll(async () => {
    server = await OrderServer.start();
    const bought = await server.success();
    ({ orderId, productId } = bought);
    accountId = bought.shopper.uuid;
    await server.mail('success', bought.shopper.email);
    auditor = server.server.platform.sessions.begin(randomUUID(), ['auditor'], 0);
  });
  afterAll(() => server?.stop());

  const search = async (query: Record<string, string>): Promise<FoundEvents> =>
    server.ok(server.get(`${EVENTS}/search?${new URLSearchParams(query)}`));
  const everything = async (query: Record<string, string>): Promise<LoggedEvent[]> => {
    const events: LoggedEvent[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const found: FoundEvents = await search({ ...query, ...(cursor ? { cursor } : {}) });
      events.push(...found.events);
      cursor = found.next;
    }
    return events;
  };
  const page = (id: string | number): Promise<EventPage> => server.ok(server.get(`${EVENTS}/${id}`));
  const ofOrder = async (type: string) => {
    const [event] = await everything({ stream: `order-${orderId}`, type });
    if (!event) throw new Error(`there is no ${type}`);
    return event;
  };

  it('shows the newest events first, and the log in its order, page by page', async () => {
    const log = await everything({ order: 'log', limit: '7' });
    expect(log.map(({ type }) => type)).toEqual(expect.arrayContaining(['LogCreated', 'SlotReserved', 'FeeCharged']));
    const newest = await everything({ limit: '7' });
    expect(newest.filter(({ position }) => position <= (log.at(-1)?.position ?? 0))).toEqual(log.toReversed());
  });

  it('is narrowed by stream, type, actor, correlation and time, and by several at once', async () => {
    const placed = await ofOrder('OrderPlaced');
    const stream = `order-${orderId}`;
    const own = await everything({ stream, order: 'log' });
    expect(own.map(({ revision }) => revision)).toEqual(own.map((_, index) => index));
    expect((await everything({ stream })).slice(-own.length)).toEqual(own.toReversed());
    expect(await everything({ type: 'SlotReserved' })).toMatchObject([{ stream: `product-${productId}` }]);
    const byShopper = await everything({ actorKind: 'shopper', actorId: accountId });
    expect(byShopper.map(({ type }) => type)).toContain('SlotReserved');
    expect(new Set(byShopper.map(({ actor }) => actor.id))).toEqual(new Set([accountId]));
    expect(await everything({ correlation: placed.eventId })).toEqual([placed]);
    const { at } = placed;
    expect(await everything({ from: at, until: at, type: 'OrderPlaced' })).toEqual([placed]);
    expect(await everything({ until: '2001-01-01T00:00:00Z' })).toEqual([]);
    expect(await everything({ from: '2101-01-01T00:00:00Z', stream })).toEqual([]);
  });

  it('finds streams, types and people by what they are called', async () => {
    const found = async (query: Record<string, string>) =>
      new Set((await everything(query)).map(({ stream, type, actor }) => [stream, type, actor.id].join(' ')));
    const { email, productTitle } = await server.view(orderId);
    const slots = await found({ stream: `product-${productId}`, type: 'SlotReserved' });
    expect(slots.size).toBe(1);
    expect(await found({ stream: productTitle.toUpperCase(), type: 'slot reserved' })).toEqual(slots);
    expect(await found({ type: 'slot reserved', actorId: email })).toEqual(slots);
    const own = await found({ stream: `order-${orderId}` });
    expect([...(await found({ stream: email }))]).toEqual(expect.arrayContaining([...own]));
    const withMails = [...(await found({ stream: orderId }))];
    const sent = expect.stringMatching(`^mail-order-${orderId}:success MailSent `);
    expect(withMails).toEqual(expect.arrayContaining([...own, sent]));
    expect(
      withMails.filter((one) => !one.startsWith(`order-${orderId}`) && !one.startsWith(`mail-order-${orderId}`)),
    ).toEqual([]);
    expect(await search({ stream: 'nobody at all' })).toEqual({
      events: [],
      next: null,
      searchedTo: null,
      searched: 0,
    });
  });

  it('says how far it has looked', async () => {
    const { events, next, searched, searchedTo } = await search({ type: 'NothingOfThatName' });
    expect([events, next]).toEqual([[], null]);
    expect(searched).toBeGreaterThan(20);
    expect(searchedTo === null || Date.parse(searchedTo) > 0).toBe(true);
  });

  it('shows one event with its place in the chain, under its position, its id, or its stream and revision', async () => {
    const charged = await ofOrder('FeeCharged');
    const shown = await page(charged.position);
    expect(shown).toMatchObject({ ...charged, data: { amount: 2_500 }, metadata: { schemaVersion: 1 } });
    expect(await page(`${charged.stream}@${charged.revision}`)).toMatchObject(charged);
    expect(await page(charged.eventId)).toMatchObject({ ...charged, data: shown.data });
    const before = await page(shown.chain.before ?? '');
    expect(before).toMatchObject({ stream: charged.stream, revision: charged.revision - 1 });
    expect(shown.chain).toMatchObject({ previousHash: before.chain.hash, recomputed: shown.chain.hash, holds: true });
    expect((await page(`order-${orderId}@0`)).chain).toMatchObject({ previousHash: '', before: null, holds: true });
  });

  it('shows why an order was charged: back to its checkout, its release and its slot', async () => {
    const types = async (id: number) => {
      const { graph } = await page(id);
      const byPosition = new Map(graph.events.map((event) => [event.position, event.type]));
      return graph.links.map(({ from, to }) => `${byPosition.get(from)} > ${byPosition.get(to)}`);
    };
    const charged = await types((await ofOrder('FeeCharged')).position);
    expect(charged).toEqual(
      expect.arrayContaining([
        'FeeChargeStarted > FeeCharged',
        'CheckoutSucceeded > FeeChargeStarted',
        'CheckoutStarted > CheckoutSucceeded',
        'FeeCharged > MailClaimed',
      ]),
    );
    const started = await types((await ofOrder('CheckoutStarted')).position);
    expect(started).toEqual(
      expect.arrayContaining(['ReleaseStarted > CheckoutStarted', 'CheckoutStarted > CheckoutSucceeded']),
    );
    expect(await types((await ofOrder('OrderPlaced')).position)).toContain('SlotReserved > OrderPlaced');
  });

  it('finds in the log what every event follows from that no request has begun', async () => {
    const because = { reason: 'too small' };
    await server.done(`/api/admin/orders/${orderId}/refund`, because, server.admin);
    await server.becomes(orderId, 'refunded');
    const given = await server.order(await server.drop());
    await server.done(`/api/user/orders/${given.orderId}/withdraw`, {}, given.shopper.token);
    await server.success(DECLINES);
    await server.settle();
    const log = await all(server.server.platform.log.readAll({ after: 0 }));
    const unnamed = log.filter(({ metadata: { actor, causationId } }, index) => {
      return actor.kind === 'worker' && !log.slice(0, index).some((earlier) => isNamedBy(causationId, earlier));
    });
    expect(unnamed.map(({ stream, type, metadata }) => `${stream} ${type} ${JSON.stringify(metadata)}`)).toEqual([]);
    expect(log.filter(({ metadata }) => !metadata.correlationId)).toEqual([]);
  });

  it('keeps what is personal sealed', async () => {
    const [slot] = await everything({ type: 'SlotReserved' });
    const shown = await page(slot?.position ?? 0);
    expect(shown.data.personal).toEqual(expect.any(String));
    expect(JSON.stringify(shown)).not.toMatch(/example\.org|Quimby|4242424242424242/);
  });

  it('shows what happens from now on, and only what matches', async () => {
    const all = await follow(server, auditor, '');
    const products = await follow(server, auditor, '?type=ProductCreated');
    const created = await server.drop({ productTitle: 'Told Live' });
    await server.order(created);
    await all.received.until((events) => events.some(({ type }) => type === 'SlotReserved'));
    await products.received.until(({ length }) => length > 0);
    expect(products.received).toEqual([
      expect.objectContaining({ stream: `product-${created}`, type: 'ProductCreated' }),
    ]);
    all.hangUp();
    products.hangUp();
  });

  it.each([
    ['search?type=a-b', 400, 'event-query-invalid'],
    ['search?actorKind=robot', 400, 'event-query-invalid'],
    ['search?from=yesterday', 400, 'event-query-invalid'],
    ['search?from=2026-11-22T10:00:00', 400, 'event-query-invalid'],
    ['search?from=2026-11-22T10:00:00Z&until=2026-11-21T10:00:00Z', 400, 'event-query-invalid'],
    ['search?limit=0', 400, 'event-query-invalid'],
    ['search?limit=201', 400, 'event-query-invalid'],
    ['search?cursor=last', 400, 'event-query-invalid'],
    ['search?order=random', 400, 'invalid'],
    ['search?colour=ink', 400, 'unknown-field'],
    ['live?type=a-b', 400, 'event-query-invalid'],
    ['nonsense', 400, 'event-id-invalid'],
    ['999999999999', 404, 'not-found'],
    ['0', 404, 'not-found'],
    ['order-nothing@3', 404, 'not-found'],
    ['00000000-0000-4000-8000-000000000000', 404, 'not-found'],
  ])('refuses %s', async (path, status, code) => {
    expect(await server.get(`${EVENTS}/${path}`)).toMatchObject({ status, body: { success: false, code } });
  });

  it('is for admins and auditors', async () => {
    const shopper = server.server.platform.sessions.begin(randomUUID(), ['shopper'], 0);
    for (const path of ['search', 'live', '1']) {
      expect((await server.get(`${EVENTS}/${path}`, null)).status).toBe(401);
      expect((await server.get(`${EVENTS}/${path}`, shopper)).status).toBe(403);
    }
    expect((await server.get(`${EVENTS}/search`, auditor)).status).toBe(200);
    expect((await server.get(`${EVENTS}/order-${orderId}@0`, auditor)).status).toBe(200);
  });
});

async function follow({ server }: OrderServer, token: string, query: string) {
  const headers = { authorization: `Bearer ${token}` };
  const request = get(`${server.url}${EVENTS}/live${query}`, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const received = new Arrivals<LoggedEvent>();
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (text + chunk).split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const data = /^event: events\ndata: (.*)$/.exec(part)?.[1];
      if (data) received.push(...(JSON.parse(data) as { events: LoggedEvent[] }).events);
    }
  });
  response.on('error', () => undefined);
  return { received, hangUp: () => request.destroy() };
}
