import { type CatalogueUnderTest, startCatalogue } from '@supreme-access/test/fixtures/catalogue-server.js';
import type { RecordedEvent } from '../stores/event-log/event-log.js';
import { verifyLog } from './verify.js';

describe('the event feed', () => {
  let server: CatalogueUnderTest;
  let productId = '';
  beforeAll(async () => {
    server = await startCatalogue();
    const body = { productTitle: 'Box Hoodie', price: 35, totalStock: 50 };
    productId = (await server.ask('POST', '/api/admin/products/create', body)).body.product.productId;
    for (const n of [1, 2, 3]) await server.reserve(productId, n);
    await server.ask('POST', '/api/admin/promos', { promoCode: 'FRIENDS10', percent: 10 });
  });
  afterAll(() => server?.stop());

  async function read(query = ''): Promise<RecordedEvent[]> {
    const { status, body, headers } = await server.ask('GET', `/api/admin/events${query}`);
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('application/x-ndjson')]);
    return String(body)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }
  const types = async (query: string) => (await read(query)).map(({ type }) => type);

  it('is the log, whole and in order, so that its chains can be verified elsewhere', async () => {
    const events = await read();
    expect(events.map(({ type }) => type)).toEqual([
      'LogCreated',
      'LogFormatRaised',
      'ProductCreated',
      'SlotReserved',
      'SlotReserved',
      'SlotReserved',
      'PromoCreated',
    ]);
    expect(await verifyLog(events, server.platform.schema)).toMatchObject({ events: 7, streams: 3, broken: [] });
  });

  it('keeps what is personal sealed', async () => {
    const [slot] = await read('?type=SlotReserved');
    expect(slot?.data.personal).toEqual(expect.any(String));
    expect(JSON.stringify(await read())).not.toContain('ada@example.com');
  });

  it('goes on after a position, by pages', async () => {
    const [first, second, third] = await read('?limit=3');
    expect((await read(`?after=${third?.position}&limit=1`)).map(({ type }) => type)).toEqual(['SlotReserved']);
    expect(first?.position).toBeLessThan(second?.position ?? 0);
    expect(await read('?after=999999')).toEqual([]);
    // on EventStoreDB a position that no event has
    expect(await read(`?after=${(third?.position ?? 0) - 1}&limit=1`)).toEqual([third]);
  });

  it('is narrowed to a stream, a type, or both', async () => {
    expect(await types(`?stream=product-${productId}`)).toEqual(['ProductCreated', ...Array(3).fill('SlotReserved')]);
    expect(await types('?type=PromoCreated')).toEqual(['PromoCreated']);
    expect(await types(`?stream=product-${productId}&type=SlotReserved&limit=2`)).toEqual([
      'SlotReserved',
      'SlotReserved',
    ]);
    expect(await types('?stream=order-nothing')).toEqual([]);
    expect(await types('?stream=mail-order-1:refund:re_1')).toEqual([]);
  });

  it('carries more than fits into one piece', async () => {
    for (let n = 4; n < 50; n += 1)
      await server.reserve(productId, n, { style: 'One Style', cardRecord: 'x'.repeat(3_000) });
    expect(await types('?type=SlotReserved')).toHaveLength(49);
  });

  it.each([
    'limit=0',
    'limit=10001',
    'limit=-1',
    'limit=ten',
    'limit=1.5',
    'after=-1',
    'after=x',
    'after=1e3',
    'stream=a%00b',
    'stream=nodash',
    'type=a-b',
    'colour=ink',
    'limit=1&limit=2',
  ])('refuses ?%s', async (query) => {
    const { status, body } = await server.ask('GET', `/api/admin/events?${query}`);
    expect([status, body.success]).toEqual([400, false]);
  });

  it('is for admins and auditors', async () => {
    const answers = [null, server.tokenOf('shopper'), server.tokenOf('auditor')].map((token) =>
      server.ask('GET', '/api/admin/events', undefined, token),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 403, 200]);
  });
});
