import { type CatalogueUnderTest, startCatalogue } from '@supreme-access/test/fixtures/catalogue-server.js';

const NEW = { productTitle: 'Box Hoodie', price: 35, totalStock: 2 };
const RELEASE = { releaseAt: '2099-07-05T15:00:00.000Z' };

describe('the calendar file of a drop', () => {
  let server: CatalogueUnderTest;
  beforeAll(async () => {
    server = await startCatalogue();
  });
  afterAll(() => server?.stop());

  const create = async (changes: object = {}): Promise<string> =>
    (await server.post('/api/admin/products/create', { ...NEW, ...changes })).body.product.productId;
  const calendar = (productId: string) => server.get(`/api/products/${productId}/calendar.ics`, null);

  it('is downloaded by everyone', async () => {
    const { status, headers, body: text } = await calendar(await create(RELEASE));
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(headers.get('content-disposition')).toBe('attachment; filename="drop.ics"');
    expect(text).toContain('\r\nDTSTART:20990705T150000Z\r\n');
  });

  it('says another time under the same name when the drop was moved', async () => {
    const id = await create(RELEASE);
    const uid = (text: string) => /^UID:(.*)$/m.exec(text)?.[1];
    const { body: before } = await calendar(id);
    await server.ask('PUT', `/api/admin/products/${id}`, { releaseAt: '2099-07-05T16:00:00.000Z' });
    const after = await server.until(async () => {
      const { body } = await calendar(id);
      return body.includes('DTSTART:20990705T160000Z') ? (body as string) : undefined;
    });
    expect([uid(after), /^SEQUENCE:(\d+)/m.exec(after)?.[1]]).toEqual([uid(before), '1']);
  });

  it('is not there for a drop at no known time, nor for one that is hidden', async () => {
    const ids = [await create(), await create({ ...RELEASE, avail: false }), 'nothing'];
    expect(await Promise.all(ids.map(async (id) => (await calendar(id)).status))).toEqual([404, 404, 404]);
  });
});
