import { checkEventProof } from '@supreme-access/contract/check-proof.js';
import type { AuditRun, SealsFile } from '@supreme-access/contract/shapes/audit.js';
import type { EndedDrop, EventProof } from '@supreme-access/contract/shapes/drops.js';
import { HOUR, MINUTE } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { DECLINES, OrderServer } from '@supreme-access/test/fixtures/order-server.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { Seals } from '../seals/seals.js';
import { dropSummary, SummariseDrop } from './drop-summary.js';

const SLOTS = 20;

describe('a drop after its end', () => {
  let world: OrderServer;
  let productId = '';
  const pageOf = (id = productId): Promise<EndedDrop> => world.ok(world.get(`/api/drops/${id}`, null));
  const proofOf = (id = productId) => world.get(`/api/drops/${id}/proof`, null);
  const seal = () => world.server.app.get(Seals).seal(workerMetadata('spec'));
  const summarised = async (id: string) => {
    await world.settle(10 * MINUTE);
    return world.until(async () => ((await pageOf(id)).endedAt === null ? undefined : true));
  };
  const outcomes = async (document: unknown) => {
    const file: SealsFile = await world.ok(world.get('/.well-known/supreme-access/seals.json', null));
    return (await checkEventProof(document, file)).map(({ outcome, text }) => `${outcome}: ${text}`);
  };

  beforeAll(async () => {
    world = await OrderServer.start();
    productId = await world.drop({ totalStock: 30 });
    for (let made = 0; made < SLOTS; made += 1) {
      const body = await world.made(productId, { email: world.person().email });
      const { order } = await world.done('/api/admin/orders/create', body);
      if (made < 5) await world.retailer('POST', '/sandbox/faults', { fault: 'declined', orderId: order.orderId });
    }
    await world.release(productId);
    await summarised(productId);
  });
  afterAll(() => world?.stop());

  it('shows anyone sums alone, and that they are not sealed yet', async () => {
    const { product, sums, seal: sealed } = await pageOf();
    expect([product?.productTitle, sealed]).toEqual(['Box Hoodie', null]);
    expect(sums).toMatchObject({
      stock: 30,
      held: SLOTS,
      bought: { least: 11, most: 15 },
      missed: [
        { reason: 'refused', least: 5, most: 5 },
        { reason: 'other', least: 0, most: 4 },
      ],
    });
    expect(sums?.lastAttempt).toBeGreaterThanOrEqual(sums?.firstAttempt ?? Number.NaN);
    expect(await proofOf()).toMatchObject({ status: 404, body: { code: 'not-sealed' } });
  });

  it('is proven once it is sealed, to whoever checks the document', async () => {
    const first = await seal();
    await world.drop();
    const second = await seal();
    const { body } = (await proofOf()) as { body: EventProof };
    expect(await outcomes(body)).toEqual([
      'Valid: We signed these sums, and they are unchanged.',
      expect.stringMatching(`^Valid: Seal ${first?.number} of .* includes it, one of`),
      `Valid: Seal ${second?.number}, the next one, counts all of it unchanged.`,
    ]);
    expect((await pageOf()).seal).toEqual(first);
    const alone = await checkEventProof(body, null);
    expect(alone.map(({ outcome }) => outcome)).toEqual(['Valid', 'Valid', 'Valid', 'Pending']);
    const { consistency: _, ...older } = body;
    expect((await outcomes(older)).length).toBe(2);
  });

  it.each<[string, (proof: EventProof) => unknown, RegExp]>([
    ['of nothing', () => null, /^Invalid: This is not a proof/],
    ['of another format', (proof) => ({ ...proof, format: 'supreme-access-proof/2' }), /^Invalid: This is not a proof/],
    ['without a path', (proof) => ({ ...proof, inclusion: { index: 1, size: 2 } }), /^Invalid: This is not a proof/],
    [
      'with another sum',
      ({ event, ...proof }) => ({ ...proof, event: { ...event, data: { ...event.data, sums: null } } }),
      /^Invalid: The entry was changed/,
    ],
    [
      'of another place in the log',
      ({ inclusion, ...proof }) => ({ ...proof, inclusion: { ...inclusion, index: inclusion.index - 1 } }),
      /^Invalid: Seal \d+ does not include it/,
    ],
    [
      'with a seal that was not published',
      ({ seal, ...proof }) => ({ ...proof, seal: { ...seal, root: seal.previous } }),
      /^Invalid: Seal \d+ in this proof is not the one we published/,
    ],
    [
      'with a next seal that drops something',
      ({ consistency, ...proof }) => ({ ...proof, consistency: { ...consistency, path: [] } }),
      /^Invalid: Seal \d+ does not keep all/,
    ],
  ])('is not proven by a document %s', async (_what, changed, expected) => {
    const { body } = (await proofOf()) as { body: EventProof };
    const lines = await outcomes(changed(body));
    expect(lines.find((line) => line.startsWith('Invalid'))).toMatch(expected);
  });

  it('shows no more than its seal where few slots were held', async () => {
    const few = (await world.success()).productId;
    await summarised(few);
    await seal();
    expect(await pageOf(few)).toMatchObject({ sums: null, seal: { number: expect.any(Number) } });
    expect(await outcomes((await proofOf(few)).body)).not.toContainEqual(expect.stringMatching(/^Invalid/));
  });

  it('that was never is not found', async () => {
    expect(await world.get('/api/drops/nothing', null)).toMatchObject({ status: 404, body: { code: 'not-found' } });
  });

  it('whose published sums are not those of the log is a finding of reconciling', async () => {
    const forged = await world.drop();
    const { sums } = await pageOf();
    const summary = new SummariseDrop(forged, { sums, keyId: 'k', signature: 's' }, workerMetadata('spec'));
    await world.server.app.get(Commands).execute(dropSummary, summary);
    const { orderId } = await world.order(forged);
    await world.release(forged);
    await world.becomes(orderId, 'success');
    await world.settle(3 * HOUR);
    const { runId } = await world.done('/api/admin/audit/runs', { kind: 'reconcile' });
    const run = await world.until(async (): Promise<AuditRun | undefined> => {
      const { body } = await world.get(`/api/admin/audit/runs/${runId}`);
      return body.outcome === null ? undefined : body;
    });
    expect(run.findings.map(({ what, about }) => [what, about])).toEqual([['summary-differs', forged]]);
    expect(run.figures.summariesDiffer).toBe(1);
  });

  it('shows and proves no sums while it is off the shop', async () => {
    await world.done('/api/admin/products/edit', { productId, avail: false });
    const page = await world.until(async () => {
      const seen = await pageOf();
      return seen.product === null ? seen : undefined;
    });
    expect([page.sums, (await proofOf()).status]).toEqual([null, 404]);
    expect(page.seal).not.toBeNull();
  });

  it('waits for its last order', async () => {
    const open = await world.drop();
    const { orderId } = await world.order(open, await world.shopper(DECLINES));
    await world.release(open);
    await world.becomes(orderId, 'action_required');
    await world.settle(10 * MINUTE);
    expect((await pageOf(open)).endedAt).toBeNull();
    expect(await proofOf(open)).toMatchObject({ status: 404, body: { code: 'not-found' } });
    await world.settle(73 * HOUR);
    await summarised(open);
  });
});
