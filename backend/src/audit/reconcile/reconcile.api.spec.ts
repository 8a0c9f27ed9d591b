import type { AuditRun, HealPlan, RunFinding } from '@supreme-access/contract/shapes/audit.js';
import { DAY, HOUR } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { OrderServer, type Shopper } from '@supreme-access/test/fixtures/order-server.js';
import { aSubmission } from '@supreme-access/test/fixtures/retailer.js';
import { Reads } from '../../projections/reads.js';
import { OwnRetailer } from '../../retailers/own/own-retailer.js';
import type { Retailer } from '../../retailers/retailer.js';
import { StripeGateway } from '../../stripe/stripe-gateway.js';
import { runsProjection } from '../runs/runs.projection.js';
import { LoggedAttempts } from './logged-attempts.js';
import { NightlyReconciliation } from './nightly.js';

describe('orders against the ledgers of Stripe and the retailer', () => {
  let app: OrderServer;
  let auditor = '';
  let paid: { orderId: string; productId: string };
  let open: { orderId: string; shopper: Shopper };
  let refused: { orderId: string };

  beforeAll(async () => {
    app = await OrderServer.start();
    paid = await app.success();
    open = await app.order(await app.drop());
    await app.placed(open.orderId);
    refused = await declined();
    // No release is near any more, and the sums of both drops are published.
    app.clock.ahead += 3 * HOUR;
    await app.settle();
    const { sessions } = app.server.platform;
    auditor = sessions.begin('8d0c5e30-0000-4000-8000-000000000001', ['auditor'], 0);
  });
  afterAll(() => app?.stop());

  async function declined(): Promise<{ orderId: string }> {
    const productId = await app.drop();
    const { orderId } = await app.order(productId);
    await app.retailer('POST', '/sandbox/faults', { fault: 'declined', orderId });
    await app.release(productId);
    await app.becomes(orderId, 'fail');
    return { orderId };
  }
  /** Somebody buys there under a reference of ours, and we do not hear of it. */
  const sell = (reference: string) => {
    const { reference: _, ...content } = aSubmission(reference, { productId: 'lost-news' });
    return app.retailer('PUT', `/checkouts/${encodeURIComponent(reference)}`, content);
  };
  const start = (body: object = {}) => app.post('/api/admin/audit/runs', { kind: 'reconcile', ...body }, auditor);
  async function run(body: object = {}): Promise<AuditRun> {
    const { runId } = await app.ok(start(body));
    return app.until(async () => {
      const { body: seen } = await app.get(`/api/admin/audit/runs/${runId}`);
      return seen.outcome === null ? undefined : seen;
    });
  }
  const plan = async ({ id }: AuditRun, finding: string): Promise<HealPlan> =>
    app.ok(app.get(`/api/admin/audit/runs/${id}/heal?finding=${encodeURIComponent(finding)}`, auditor));
  const heal = ({ id }: AuditRun, finding: string, shown: string, token = app.admin) =>
    app.post(`/api/admin/audit/runs/${id}/heal`, { finding, shown }, token);
  const idsIn = ({ findings }: AuditRun) => findings.map(({ id }) => id).sort();
  const only = (run: AuditRun): RunFinding => {
    const [finding, ...more] = run.findings;
    if (!finding || more.length > 0) throw new Error(`not one finding: ${JSON.stringify(run)}`);
    return finding;
  };

  it('match where all is well; what is not ours is counted and left out', async () => {
    await app.stripe('POST', '/v1/payment_intents', { amount: 900, currency: 'usd' });
    await sell('somebody-elses:1');
    const made = await run();
    expect(made).toMatchObject({ outcome: 'passed', findings: [] });
    // The charge and the purchase of the one that was paid, and what is published of two drops.
    expect(made.figures).toMatchObject({ matched: 4, missingHere: 0, missingThere: 0, foreign: 2, findings: 0 });
    expect(made.figures).toMatchObject({ feesEqual: 1, refundsEqual: 0, purchasesEqual: 1, tokensEqual: 0 });
  });

  it('an open order of which a sale is missing here: shown first, then it goes its ordinary way and is charged', async () => {
    await sell(`${open.orderId}:1`);
    const made = await run();
    const finding = only(made);
    expect(finding).toEqual({
      id: `missing-here:checkout:${open.orderId}:1`,
      what: 'missing-here',
      about: `${open.orderId}:1`,
      orderId: open.orderId,
      detail: expect.stringMatching(/^sold by the retailer as SBX-/),
      sides: { log: { says: 'not bought' }, retailer: { says: expect.stringMatching(/^sold as SBX-/) } },
    });
    expect((await app.view(open.orderId)).status).toBe('pending');
    const { events, shown, reason } = await plan(made, finding.id);
    expect([events.map(({ type }) => type), events[0]?.data.late, reason]).toEqual([
      ['CheckoutSucceeded'],
      false,
      null,
    ]);

    expect(await heal(made, finding.id, shown, auditor)).toMatchObject({ status: 403 });
    expect(await heal(made, finding.id, 'something else')).toMatchObject({ status: 409, code: 'finding-changed' });
    expect((await app.view(open.orderId)).status).toBe('pending');
    expect(await heal(made, finding.id, shown)).toMatchObject({ status: 200 });

    await app.becomes(open.orderId, 'success');
    expect((await app.get(`/api/admin/audit/runs/${made.id}`)).body.healed).toEqual([finding.id]);
    expect(await run()).toMatchObject({ outcome: 'passed' });
  });

  it('an ended order of which a sale is missing here: recorded as late, and never charged', async () => {
    await sell(`${refused.orderId}:7`);
    const made = await run();
    const finding = only(made);
    const { events, shown } = await plan(made, finding.id);
    expect(events).toMatchObject([{ type: 'CheckoutSucceeded', data: { late: true } }]);
    expect(await heal(made, finding.id, shown)).toMatchObject({ status: 200 });
    const types = await app.types(refused.orderId);
    expect([types.includes('CheckoutSucceeded'), types.includes('FeeChargeStarted')]).toEqual([true, false]);
    expect((await app.view(refused.orderId)).status).toBe('fail');

    // Cut off before it was noted as healed, or said twice: nothing is appended any more.
    expect(await plan(made, finding.id)).toMatchObject({
      events: [],
      reason: expect.stringContaining('already holds this'),
    });
    expect(await heal(made, finding.id, shown)).toMatchObject({ status: 200 });
    expect((await app.types(refused.orderId)).filter((type) => type === 'CheckoutSucceeded')).toHaveLength(1);
  });

  it('a refund made by hand whose news was lost: given back here too', async () => {
    const { lists } = app.server.app.get(StripeGateway);
    const intentId = (await app.doc(paid.orderId))?.life.intentId ?? '';
    const row = { id: 're_hand', intentId, orderId: null, refundId: null, amount: 500, failure: null };
    const made = { ...row, status: 'succeeded' };
    const { refunds, refund } = lists;
    lists.refunds = async () => ({ kind: 'page', rows: [made], next: null });
    lists.refund = async () => made;
    const seen = await run();
    expect(only(seen)).toMatchObject({ id: 'missing-here:refund:re_hand', orderId: paid.orderId });
    lists.refund = async () => ({ ...made, intentId: 'pi_second' });
    expect((await plan(seen, 'missing-here:refund:re_hand')).events).toEqual([]);
    lists.refund = async () => made;
    const { events, shown } = await plan(seen, 'missing-here:refund:re_hand');
    expect(events.map(({ type }) => type)).toEqual(['RefundRequested', 'FeeRefunded']);
    expect(await heal(seen, 'missing-here:refund:re_hand', shown)).toMatchObject({ status: 200 });
    expect((await app.view(paid.orderId)).refunded).toBe(5);

    // And one that Stripe does not have: nothing heals that.
    Object.assign(lists, { refunds, refund });
    const after = await run();
    expect(only(after)).toMatchObject({ id: 'missing-there:refund:re_hand', what: 'missing-there' });
    const none = await plan(after, 'missing-there:refund:re_hand');
    expect(none).toMatchObject({ events: [], reason: expect.stringContaining('never changed') });
    expect(await heal(after, 'missing-there:refund:re_hand', none.shown)).toMatchObject({
      status: 409,
      code: 'not-healable',
    });
    expect(await heal(seen, 'missing-here:refund:re_hand', shown)).toMatchObject({ status: 409, code: 'run-over' });
  });

  it('a refund that stands twice at Stripe, which nothing here heals', async () => {
    const { lists } = app.server.app.get(StripeGateway);
    const { refunds } = lists;
    lists.refunds = async (...args) => {
      const page = await refunds.apply(lists, args);
      if (page.kind !== 'page') return page;
      const twin = { intentId: null, orderId: paid.orderId, refundId: 'r-twin', amount: 500, failure: null };
      const rows = ['re_1', 're_2'].map((id) => ({ ...twin, id, status: 'succeeded' }));
      return { ...page, rows: [...page.rows, ...rows] };
    };
    const made = await run();
    lists.refunds = refunds;
    const id = 'refunded-twice:refund:re_2';
    expect(idsIn(made)).toContain(id);
    expect(made.figures).toMatchObject({ refundedTwice: 1 });
    const none = await plan(made, id);
    expect(none).toMatchObject({ events: [], reason: expect.stringContaining('no event takes the second one back') });
    expect(await heal(made, id, none.shown)).toMatchObject({ status: 409, code: 'not-healable' });
  });

  it('a second payment, until it is refunded by hand: the order keeps its own', async () => {
    const { lists } = app.server.app.get(StripeGateway);
    const { intents, refunds, refundsOf } = lists;
    const second = { id: 'pi_second', orderId: paid.orderId, status: 'succeeded', amount: 2_500 };
    const back = { id: 're_second', intentId: second.id, orderId: null, refundId: null, amount: 2_500, failure: null };
    const page = <Row>(...rows: Row[]) => ({ kind: 'page' as const, rows, next: null });
    lists.intents = async () => page(second);
    const own = { orderId: paid.orderId };
    expect((await run()).findings).toContainEqual(expect.objectContaining({ ...own, what: 'charged-twice' }));

    lists.refunds = async () => page({ ...back, ...own, status: 'succeeded' });
    lists.refundsOf = async (intentId) =>
      intentId === second.id ? page({ ...back, status: 'succeeded' }) : refundsOf.call(lists, intentId);
    expect(idsIn(await run()).filter((id) => id.includes('second'))).toEqual([]);
    Object.assign(lists, { intents, refunds, refundsOf });
  });

  it('a charge of another amount, and one for which nothing was bought', async () => {
    const { lists } = app.server.app.get(StripeGateway);
    const { intents } = lists;
    const pending = await app.order(await app.drop());
    await app.placed(pending.orderId);
    const gateway = app.server.app.get(StripeGateway);
    const { lookup } = gateway;
    lists.intents = async (...args) => {
      const page = await intents.apply(lists, args);
      if (page.kind !== 'page') return page;
      const rows = page.rows.map((one) => (one.orderId === paid.orderId ? { ...one, amount: 1 } : one));
      const strange = { id: 'pi_strange', orderId: pending.orderId, status: 'succeeded', amount: 2_500 };
      return { ...page, rows: [...rows, strange] };
    };
    gateway.lookup = async () => ({ kind: 'charged', chargeId: 'ch_strange', amount: 2_500 });
    const made = await run();
    const mine = idsIn(made).filter((id) => id.includes(':intent:'));
    expect(mine).toEqual([expect.stringMatching(/^amount-differs:intent:pi_/), 'missing-here:intent:pi_strange']);
    expect(await plan(made, 'missing-here:intent:pi_strange')).toMatchObject({
      events: [],
      reason: expect.stringContaining('Nothing has been bought'),
    });
    lists.intents = intents;
    gateway.lookup = lookup;
  });

  it('a retailer without such a list is asked for our own purchases alone', async () => {
    const retailer = app.server.app.get(OwnRetailer);
    const { sales, lookUp } = retailer;
    retailer.sales = async () => ({ kind: 'lacking' });
    await sell(`${refused.orderId}:8`);
    const quiet = await run();
    expect(idsIn(quiet).filter((id) => id.includes('missing-here:checkout:'))).toEqual([]);
    expect(quiet.figures.retailerList).toContain('lacking');
    retailer.lookUp = async () => ({ kind: 'never-seen' });
    const missing = (await run()).findings.filter(({ id }) => id.includes(':checkout:'));
    expect(missing.map(({ what, orderId }) => [what, orderId])).toContainEqual(['missing-there', paid.orderId]);
    Object.assign(retailer, { sales, lookUp });
  });

  it('a retailer that was removed and answers no more does not stop the run', async () => {
    const attempts = app.server.app.get(LoggedAttempts);
    const { everyRetailer, retailer } = attempts;
    const gone = { sales: async () => ({ kind: 'unknown', cause: 'connection' }) } as unknown as Retailer;
    attempts.everyRetailer = async () => [...(await everyRetailer.call(attempts)), { id: 'gone', isEnded: true }];
    attempts.retailer = async (id) => (id === 'gone' ? gone : retailer.call(attempts, id));
    const { outcome, figures } = await run();
    expect(outcome).not.toBe('stopped');
    expect(figures.retailerList).toContain('lacking');
    Object.assign(attempts, { everyRetailer, retailer });
  });

  it('a partner that does not answer stops the run, which says so and nothing else', async () => {
    const retailer = app.server.app.get(OwnRetailer);
    const { sales } = retailer;
    retailer.sales = async () => ({ kind: 'unknown', cause: 'connection' });
    expect(await run()).toMatchObject({
      outcome: 'stopped',
      reason: expect.stringContaining('The retailer could not be reached: connection'),
      findings: [],
    });
    retailer.sales = sales;
  });

  it('only of a time, when one is asked for', async () => {
    const to = new Date(app.server.platform.clock() - 300 * DAY).toISOString();
    expect((await run({ to })).figures).toMatchObject({ matched: 0, from: expect.any(String) });
  });

  it('each night, once', async () => {
    const nightly = app.server.app.get(NightlyReconciliation);
    const { clock } = app.server.platform;
    const until = (hour: number) => {
      const at = new Date(clock());
      return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 2, hour) - clock();
    };
    const count = () => app.server.app.get(Reads).count(runsProjection);
    const before = await count();
    app.clock.ahead += until(1);
    await nightly.look();
    expect(await count()).toBe(before);
    app.clock.ahead += until(3) - 48 * HOUR;
    await nightly.look();
    const made = await app.until(async () => {
      const [last] = await app.server.app.get(Reads).find(runsProjection, { sort: [['startedAt', 'desc']], limit: 1 });
      return last?.askedBy.id === 'nightly' && last.outcome !== null ? last : undefined;
    });
    expect(made).toMatchObject({ kind: 'reconcile', askedBy: { kind: 'system', id: 'nightly' } });
    await nightly.look();
    expect(await count()).toBe(before + 1);
  });
});
