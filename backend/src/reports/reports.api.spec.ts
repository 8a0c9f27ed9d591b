import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Role } from '@supreme-access/contract/statuses.js';
import { PartServer } from '@supreme-access/test/fixtures/test-server.js';
import { productsProjection } from '../catalogue/products/products.projection.js';
import { NEW_ORDER } from '../orders/order.js';
import { ordersProjection } from '../orders/orders.projection.js';
import type { Projection } from '../projections/projection.js';
import { DropChecks } from '../releases/checks/drop-checks.js';
import type { Platform } from '../server/platform.js';
import { PlatformModule } from '../server/platform.module.js';
import { due } from '../server/projections.js';
import { ReportsModule } from './reports.module.js';
import { NO_FIGURES, type ReportDoc, reportsProjection } from './reports.projection.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

@Module({})
class PartModule {}

const none = { provide: DropChecks, useValue: { ahead: async () => [] } };
@Global()
@Module({ providers: [none], exports: [none] })
class NoChecks {}

function reportsOf(platform: Platform): DynamicModule {
  return { module: PartModule, imports: [PlatformModule.of(platform), NoChecks, ReportsModule] };
}

describe('the board over HTTP', () => {
  let server: PartServer;
  let now = 0;
  let today = 0;
  const tokenOf = (...roles: Role[]) =>
    server.platform.sessions.begin('8d0c5e30-0000-4000-8000-000000000001', roles, 0);
  const put = (projection: Projection<never>, rows: Record<string, unknown>) =>
    server.platform.models.write(
      projection,
      Object.entries(rows).map(([id, document]) => ({ id, position: 1, document })),
    );
  const quarter = (at: number) => ({ kind: 'quarter-hour' as const, at, ...NO_FIGURES });
  const order = (orderId: string, status: string, more: object = {}) => ({
    orderId,
    productId: 'hoodie',
    productTitle: 'Box Hoodie',
    status,
    livemode: true,
    archived: false,
    words: [],
    orderDate: now,
    proof: null,
    life: NEW_ORDER,
    ...more,
  });

  beforeAll(async () => {
    server = await PartServer.start(reportsOf);
    server.admin = tokenOf('shopper', 'admin');
    server.platform.startup.isOver = true;
    now = server.platform.clock();
    today = Math.floor(now / DAY) * DAY;
    const startedAt = now - 2 * HOUR;
    const facts = { delisted: false, cancelled: false, finishedAt: null, listedAt: 1 };
    await put(productsProjection as Projection<never>, {
      hoodie: { ...facts, productId: 'hoodie', productTitle: 'Box Hoodie', startedAt },
    });
    const proofs = { m1: { decision: null }, m2: { decision: null }, m3: { decision: { decision: 'refuse' } } };
    await put(ordersProjection as Projection<never>, {
      o1: order('o1', 'success'),
      o2: order('o2', 'processing'),
      o3: order('o3', 'pending'),
      o4: order('o4', 'action_required'),
      o5: order('o5', 'refund_pending', { life: { ...NEW_ORDER, owed: 2_000 } }),
      o7: order('o7', 'refund_pending'),
      o8: order('o8', 'pending', { proof: 'waiting', productId: 'cap', life: { ...NEW_ORDER, proofs } }),
      o6: order('o6', 'fail'),
      t1: order('t1', 'processing', { livemode: false, slotNumber: null }),
      t2: order('t2', 'fail', { livemode: false, slotNumber: null }),
    });
    const closes = (id: string, dueAt: number) => ({ kind: 'close-order', id, dueAt, attempt: 0 });
    await put(due as unknown as Projection<never>, {
      'close-order:o2': closes('o2', startedAt + 72 * HOUR),
      'close-order:o4': closes('o4', startedAt + 71 * HOUR),
      'close-order:t1': closes('t1', startedAt + 10 * HOUR),
    });
    const figures: Record<string, ReportDoc> = {
      'quarter:1': { ...quarter(today), reservations: 4, succeeded: 3, failed: 2, charged: 12_345 },
      'quarter:3': { ...quarter(today + DAY - HOUR / 4), reservations: 2, refunds: 2, refunded: 3_000 },
      'refund:o1:r1': { kind: 'refund', at: today + 1, amount: 1_000 },
      'refund:o5:r1': { kind: 'failed-refund', at: today + 2, amount: 2_000 },
      'refund:o5:r0': { kind: 'failed-refund', at: today - DAY, amount: 700 },
      'quarter:2': { ...quarter(today - 2 * DAY), reservations: 9 },
      'release:1': {
        kind: 'release',
        at: startedAt,
        drops: [{ productId: 'hoodie', releaseAt: startedAt - 3, due: 6 }],
        firstAttemptAt: startedAt + 40,
        lastAttemptAt: startedAt + 900,
      },
      'test:t1': { kind: 'test', at: null, orderId: 't1', productId: 'hoodie', ended: null },
      'test:t2': { kind: 'test', at: now, orderId: 't2', productId: 'hoodie', ended: 'failed' },
    };
    await put(reportsProjection as Projection<never>, figures);
  });
  afterAll(() => server?.stop());

  it('shows the day, the releases and open promises, without test orders', async () => {
    const { status, body } = await server.get('/api/admin/reports/board');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      currency: 'usd',
      zone: 'UTC',
      today: {
        startsAt: new Date(today).toISOString(),
        endsAt: new Date(today + DAY).toISOString(),
        day: new Date(today).toISOString().slice(0, 10),
        reservations: 6,
        succeeded: 3,
        failed: 1,
        successRate: 0.75,
        charged: 123.45,
        refunds: 1,
        refunded: 10,
        refundsFailed: 1,
      },
      refundsDue: 2,
      needs: { actionRequired: 1, refundsFailed: 1, parked: 0 },
      proofs: 2,
      firstSteps: null,
      lateness: 43,
    });
    expect(body.releases).toMatchObject([
      { productId: 'hoodie', due: 6, succeeded: 3, failed: 1, open: 3, firstAfter: 43, lastAfter: 903 },
    ]);
    expect(body.projectionLag).toBeGreaterThanOrEqual(0);
  });

  it('lists open promises, the earliest deadline first, and orders without an attempt', async () => {
    const { promises } = (await server.get('/api/admin/reports/board')).body;
    expect(promises.open).toBe(3);
    expect(promises.soonest.map(({ orderId }: { orderId: string }) => orderId)).toEqual(['o4', 'o2', 'o3']);
    expect(promises.soonest[0]).toEqual({
      orderId: 'o4',
      productTitle: 'Box Hoodie',
      status: 'action_required',
      closesAt: new Date(now - 2 * HOUR + 71 * HOUR).toISOString(),
    });
  });

  it('answers every day of the range, also those without events', async () => {
    const day = (back: number) => new Date(today - back * DAY).toISOString().slice(0, 10);
    const { body } = await server.get(`/api/admin/reports/days?from=${day(3)}&to=${day(0)}`);
    expect(body.map((one: { day: string; reservations: number }) => [one.day, one.reservations])).toEqual([
      [day(3), 0],
      [day(2), 9],
      [day(1), 0],
      [day(0), 6],
    ]);
    expect((await server.get('/api/admin/reports/days')).body).toHaveLength(30);
  });

  it("answers days of the viewer's zone with their bounds, and UTC for an unknown zone", async () => {
    const day = new Date(today).toISOString().slice(0, 10);
    const query = `from=${day}&to=${day}&zone=`;
    const of = async (zone: string) => {
      const [{ startsAt, reservations }] = (await server.get(`/api/admin/reports/days?${query}${zone}`)).body;
      return [Date.parse(startsAt) - today, reservations];
    };
    // 5:45 before UTC, so that its day ends within one of UTC's quarters of an hour.
    expect(await of('Asia/Kathmandu')).toEqual([-5.75 * HOUR, 4]);
    expect(await of('Mars/Olympus')).toEqual([0, 6]);
    const { body } = await server.get('/api/admin/reports/board?zone=Asia/Kathmandu');
    expect(body.zone).toBe('Asia/Kathmandu');
    expect([body.at >= body.today.startsAt, body.at < body.today.endsAt]).toEqual([true, true]);
  });

  it.each([
    'from=2026-02-30',
    'from=yesterday',
    'from=2026-01-02&to=2026-01-01',
    'from=2020-01-01&to=2026-01-01',
    'to=2026-1-1',
    'from=9999-12-31',
    'from=',
  ])('refuses days that cannot be read: %s', async (query) => {
    const { status, code } = await server.get(`/api/admin/reports/days?${query}`);
    expect([status, code]).toEqual([400, 'report-range-invalid']);
  });

  it.each(['board', 'days'])('is for admins and auditors: %s', async (page) => {
    const path = `/api/admin/reports/${page}`;
    const answers = [null, tokenOf('shopper'), tokenOf('auditor'), server.admin].map((token) =>
      server.get(path, token),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 403, 200, 200]);
  });
});
