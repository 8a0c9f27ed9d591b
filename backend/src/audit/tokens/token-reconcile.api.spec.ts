import type { AuditRun } from '@supreme-access/contract/shapes/audit.js';
import { HOUR, MINUTE } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { OrderServer } from '@supreme-access/test/fixtures/order-server.js';
import { StripeGateway } from '../../stripe/stripe-gateway.js';
import type { ResolvedToken } from './token-ledger.js';

const ITEM = { size: 'm', style: 'Ink', itemId: 'paid-by-token/m/Ink' };

describe('orders that payment tokens paid, against the ledgers of Stripe and the shop', () => {
  let app: OrderServer;
  let retailerId = '';
  let paid = '';

  beforeAll(async () => {
    app = await OrderServer.start();
    const shop = { name: 'Shop', protocol: 'acp', baseUrl: 'sandbox', sellerProfile: 'profile_test_sandbox' };
    retailerId = (await app.done('/api/admin/retailers', { ...shop, password: app.adminPassword })).id;
    await app.settle();
    const { orderId, productId } = await reserved();
    await app.release(productId);
    paid = (await app.becomes(orderId, 'success')).orderId;
    // Runs wait for the end of the drop, and compare its sums as well.
    await app.settle(10 * MINUTE);
    await app.until(async () => (await app.get(`/api/drops/${productId}`, null)).body.endedAt ?? undefined);
  });
  afterAll(() => app?.stop());

  async function reserved(): Promise<{ orderId: string; productId: string }> {
    const retail = { retailPrice: { amount: 168, currency: 'usd' }, defaultLimit: { amount: 300, currency: 'usd' } };
    const items = { retailerId, retailerItems: [ITEM], retailerProductId: 'paid-by-token' };
    const productId = await app.drop({ ...retail, ...items });
    const { orderId } = await app.order(productId);
    await app.placed(orderId);
    return { orderId, productId };
  }
  async function audited(kind: AuditRun['kind']): Promise<AuditRun> {
    const { runId } = await app.done('/api/admin/audit/runs', { kind });
    return app.until(async () => {
      const { body } = await app.get(`/api/admin/audit/runs/${runId}`);
      return body.outcome === null ? undefined : body;
    });
  }
  const reconcile = () => audited('reconcile');
  /** Stripe says this of every token. */
  async function whenTokensAre(seen: ResolvedToken): Promise<AuditRun> {
    const { paymentTokens } = app.server.app.get(StripeGateway);
    const { read } = paymentTokens;
    paymentTokens.read = async () => seen;
    try {
      return await reconcile();
    } finally {
      paymentTokens.read = read;
    }
  }

  it('match: the fee, the purchase and its token', async () => {
    expect(await app.types(paid)).toEqual(expect.arrayContaining(['CheckoutPrepared', 'PaymentTokenMade']));
    const run = await reconcile();
    expect(run).toMatchObject({ outcome: 'passed', findings: [] });
    expect(run.figures).toMatchObject({ matched: 4, missingHere: 0, missingThere: 0, findings: 0 });
  });

  it.each<[string, ResolvedToken]>([
    ['missing-there', { kind: 'gone' }],
    ['missing-there', { kind: 'token', state: 'expired', captured: 0 }],
    ['amount-differs', { kind: 'token', state: 'consumed', captured: 99_999 }],
    ['token-left-open', { kind: 'token', state: 'open', captured: 1 }],
  ])('is %s for a purchase whose token is %j', async (what, seen) => {
    const { findings } = await whenTokensAre(seen);
    expect(findings).toEqual([expect.objectContaining({ what, about: `${paid}:1`, orderId: paid })]);
  });

  it('shows what was captured at a shop that forgot the purchase', async () => {
    const { orderId, productId } = await reserved();
    await app.retailer('POST', '/sandbox/faults', { fault: 'tornComplete', on: 'submit' });
    await app.release(productId);
    await app.until(async () => (await app.types(orderId)).includes('CheckoutOutcomeUnknown'));
    await app.settle(72 * HOUR);
    app.admin = app.server.platform.sessions.begin('8d0c5e30-0000-4000-8000-000000000001', ['admin'], 0);
    await app.becomes(orderId, 'fail');
    const { findings, figures } = await reconcile();
    expect(findings).toEqual([expect.objectContaining({ what: 'token-captured', about: `${orderId}:1`, orderId })]);
    expect(figures).toMatchObject({ tokensCaptured: 1, tokensLeftOpen: 0 });
  });

  it.each(['verify', 'replay'] as const)('are in order by the log alone: %s', async (kind) => {
    expect(await audited(kind)).toMatchObject({ outcome: 'passed', findings: [] });
  });
});
