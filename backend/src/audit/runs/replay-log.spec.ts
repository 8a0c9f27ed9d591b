import type { AuditRun } from '@supreme-access/contract/shapes/audit.js';
import { HOUR } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { OrderServer } from '@supreme-access/test/fixtures/order-server.js';
import { type OrderDoc, ordersProjection } from '../../orders/orders.projection.js';

describe('a replay of the whole log', () => {
  let app: OrderServer;
  let orderId = '';
  beforeAll(async () => {
    app = await OrderServer.start();
    ({ orderId } = await app.success());
    // No release is near any more.
    app.clock.ahead += HOUR;
  });
  afterAll(() => app?.stop());

  async function replayed(): Promise<AuditRun> {
    const { runId } = await app.ok(app.post('/api/admin/audit/runs', { kind: 'replay' }));
    return app.until(async () => {
      const { body } = await app.get(`/api/admin/audit/runs/${runId}`);
      return body.outcome === null ? undefined : body;
    });
  }

  it('finds every rule kept, every list as the log makes it, and the money the sum of the events', async () => {
    const run = await replayed();
    expect(run).toMatchObject({ outcome: 'passed', findings: [] });
    expect(run.figures).toMatchObject({ products: 1, slots: 1, orders: 1, fees: 1, proofs: 1 });
    expect(run.figures).toMatchObject({ 'usd charged': 2_500, 'usd refunded': 0, findings: 0 });
    expect(Number(run.figures.rows)).toBeGreaterThan(5);
  });

  it('finds what a list shows otherwise than the log', async () => {
    const { models } = app.server.platform;
    const row = (await models.rows<OrderDoc>(ordersProjection, [orderId])).get(orderId);
    if (!row?.document) throw new Error('no such row');
    const planted = { ...row.document, status: 'fail' } as const;
    await models.write(ordersProjection, [{ ...row, position: row.position + 1, document: planted }]);

    expect(await replayed()).toMatchObject({
      outcome: 'failed',
      figures: { 'found row-differs': 1 },
      findings: [
        {
          id: `row-differs:orders:${orderId}`,
          what: 'row-differs',
          about: `orders ${orderId}`,
          orderId,
          detail: 'other status',
        },
      ],
    });
  });
});
