import { type DynamicModule, Module } from '@nestjs/common';
import type { Role } from '@supreme-access/contract/statuses.js';
import { create, ID } from '@supreme-access/test/fixtures/product.js';
import { PartServer } from '@supreme-access/test/fixtures/test-server.js';
import { CreateProduct, product } from '../../catalogue/products/product.js';
import type { Platform } from '../../server/platform.js';
import { PlatformModule } from '../../server/platform.module.js';
import { NamedStreams } from '../named-streams.js';
import { verifyLog } from '../verify.js';
import { ExportController } from './export.controller.js';

@Module({})
class SpecModule {}
const partOf = (platform: Platform): DynamicModule => {
  return {
    module: SpecModule,
    imports: [PlatformModule.of(platform)],
    controllers: [ExportController],
    providers: [NamedStreams],
  };
};

describe('an export of the log over HTTP', () => {
  let server: PartServer;
  const tokenOf = (...roles: Role[]) => server.platform.sessions.begin(`id-of-${roles.at(-1)}`, roles, 0);
  const ask = (query: string, token = server.admin) => server.get(`/api/admin/audit/export?${query}`, token);

  beforeAll(async () => {
    server = await PartServer.start(partOf);
    server.admin = tokenOf('auditor');
    await server.platform.streams.handle(product, create({ releaseAt: null }));
    await server.settle();
  });
  afterAll(() => server?.stop());

  it('is a file of events whose chains verify', async () => {
    const { status, body, headers } = await ask(`product=${ID}`);
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('application/x-ndjson')]);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="drop-${ID}.ndjson"`);
    const events = [JSON.parse(String(body).trim())];
    expect(await verifyLog(events, server.platform.schema)).toMatchObject({ events: 1, broken: [] });
  });

  it.each([
    [`product=BOX%20h%C3%B3odie`, `drop-${ID}.ndjson`],
    ['stream=box%20hood', `product-${ID}.ndjson`],
    [`stream=${ID}`, `product-${ID}.ndjson`],
  ])('finds what people call it: ?%s', async (query, name) => {
    const { status, headers } = await ask(query);
    expect([status, headers.get('content-disposition')]).toEqual([200, `attachment; filename="${name}"`]);
  });

  it('of what several are called names them', async () => {
    const { data, metadata } = create({ releaseAt: null, productTitle: 'Cap' });
    for (const id of ['cap-1', 'cap-2']) {
      await server.platform.streams.handle(product, new CreateProduct(id, data, metadata));
    }
    await server.settle();
    const { status, body } = await ask('product=cap');
    expect([status, body.error]).toEqual([400, '"cap" matches more than one. Enter the ID of one: cap-1, cap-2.']);
  });

  it('that is masked says so in its name', async () => {
    const { headers } = await ask(`stream=product-${ID}&form=masked`);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="product-${ID}.masked.ndjson"`);
  });

  it('is two at once and no more; those that end make room', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask('from=2026-01-01')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);
    expect(statuses).toContain(200);
    expect(await ask('from=2026-01-01')).toMatchObject({ status: 200 });
  });

  it.each([
    '',
    `stream=product-${ID}&product=${ID}`,
    `product=${ID}&from=2026-11-01`,
    'stream=nobody',
    'stream=',
    'product=a%2Fb',
    'product=cap',
    'from=yesterday',
    'from=2026-11-02&to=2026-11-01',
    `product=${ID}&form=open`,
  ])('is refused of ?%s', async (query) => {
    const { status, body } = await ask(query);
    expect([status, body.success]).toEqual([400, false]);
  });

  it('is for admins and auditors', async () => {
    const pending = [null, tokenOf('shopper'), tokenOf('admin')].map((token) => ask(`product=${ID}`, token));
    expect((await Promise.all(pending)).map(({ status }) => status)).toEqual([401, 403, 200]);
  });
});
