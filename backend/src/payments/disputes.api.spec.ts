import { PROMISE_MS } from '@supreme-access/contract/limits.js';
import { OrderServer } from '@supreme-access/test/fixtures/order-server.js';

const DISPUTED = '4000000000000259';
const TOKENS = ['shopper', 'auditor'] as const;

describe('a fee that is disputed', () => {
  let app: OrderServer;
  let orderId = '';
  let email = '';
  const tokenOf = (role: (typeof TOKENS)[number]) =>
    app.server.platform.sessions.begin('8d0c5e30-0000-4000-8000-000000000001', ['shopper', role], 0);
  const disputes = async (filter: object = {}, token = app.admin) =>
    app.get(`/api/admin/disputes?filter=${encodeURIComponent(JSON.stringify(filter))}`, token);

  beforeAll(async () => {
    app = await OrderServer.onTwoThreads();
    const productId = await app.drop({ productTitle: 'Box Hoodie' });
    const shopper = await app.shopper(DISPUTED);
    email = shopper.email;
    ({ orderId } = await app.order(productId, shopper));
    await app.post(`/api/admin/products/${productId}/release`);
    await app.until(async () => ((await disputes()).body.length > 0 ? true : undefined));
  });
  afterAll(() => app?.stop());

  it('is listed with its amount, why, and until when evidence is taken', async () => {
    const { body, headers } = await disputes({ state: 'open' });
    expect(headers.get('content-range')).toBe('disputes 0-0/1');
    expect(body).toMatchObject([
      {
        orderId,
        productTitle: 'Box Hoodie',
        amount: 25,
        currency: 'usd',
        reason: 'fraudulent',
        state: 'open',
        pastDue: false,
        closedAt: null,
      },
    ]);
    const given = Date.parse(body[0].dueBy) - Date.parse(body[0].openedAt);
    expect(Math.abs(given - 7 * 24 * 3_600_000)).toBeLessThan(60_000);
    expect((await disputes({ state: 'won' })).body).toEqual([]);
    const { status, code } = await disputes({ state: 'maybe' });
    expect([status, code]).toEqual([400, 'list-query-invalid']);
  });

  it('is on the board', async () => {
    const { body } = await app.get('/api/admin/reports/board');
    expect(body.disputes).toMatchObject({ open: 1, soonestDueBy: (await disputes()).body[0].dueBy });
    expect(body.today).toMatchObject({ reservations: 1, succeeded: 1, charges: 1, charged: 25 });
    expect(body.releases).toMatchObject([{ productTitle: 'Box Hoodie', due: 1, succeeded: 1, failed: 0, open: 0 }]);
  });

  it('has one file of evidence: consent, mandate, receipt, story, proof and the hashes of the events', async () => {
    const { status, body } = await app.get(`/api/admin/orders/${orderId}/evidence-file`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      orderId,
      product: { productTitle: 'Box Hoodie' },
      customer: { email },
      slot: { slotNumber: 1, size: 'm', style: 'Ink' },
      consent: { terms: { version: expect.any(String) }, nextAvailable: true, poBox: false, streetConfirmed: false },
      mandate: { version: expect.any(String) },
      receipt: { amount: 25, currency: 'usd', intentId: expect.stringMatching(/^pi_/) },
      disputes: [{ reason: 'fraudulent', state: 'open' }],
      proof: { kind: 'retailer', size: 'm', style: 'Ink', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    const types = body.story.map(({ type }: { type: string }) => type);
    expect(types).toEqual(expect.arrayContaining(['SlotReserved', 'CheckoutSucceeded', 'FeeCharged', 'FeeDisputed']));
    for (const { hash } of body.events) expect(hash).toMatch(/^[\w-]{20,}/);
    expect(body.events.map(({ revision }: { revision: number }) => revision)).toEqual(
      body.events.map((_: unknown, at: number) => at),
    );
    expect(Date.parse(body.mandate.agreedAt)).toBeLessThanOrEqual(Date.parse(body.slot.reservedAt));
    expect(Date.parse(body.madeAt) - Date.parse(body.receipt.chargedAt)).toBeLessThan(PROMISE_MS);
    // Nothing that a bank does not need.
    expect(JSON.stringify(body)).not.toMatch(/Larch Row|\+1503|4000000000000259|"number"/);
  });

  it('is for admins and auditors, and of orders that exist', async () => {
    const paths = ['/api/admin/disputes', `/api/admin/orders/${orderId}/evidence-file`];
    for (const path of paths) {
      const answers = [null, tokenOf('shopper'), tokenOf('auditor')].map((token) => app.get(path, token));
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 403, 200]);
    }
    expect((await app.get('/api/admin/orders/nothing/evidence-file')).code).toBe('not-found');
  });
});
