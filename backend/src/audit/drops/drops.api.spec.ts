import { jest } from '@jest/globals';
import type { AuditRun, SealsFile } from '@supreme-access/contract/shapes/audit.js';
import type { EndedDrop, EventProof } from '@supreme-access/contract/shapes/drops.js';
import { HOUR, MINUTE } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { DECLINES, OrderServer } from '@supreme-access/test/fixtures/order-server.js';
import { HASHING } from '../../../../verifiers/page/hashing.mjs';
import { checkProof } from '../../../../verifiers/proofs.mjs';
import { sealsIn } from '../../../../verifiers/seals.mjs';
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
  const check = async (document: unknown) => {
    const file: SealsFile = await world.ok(world.get('/.well-known/supreme-access/seals.json', null));
    const pinned = file.keys.map(({ publicKey }) => publicKey);
    return checkProof(HASHING, document, { pinned, files: [sealsIn(file)] });
  };

  beforeAll(async () => {
    world = await OrderServer.start();
    world.sealOnlyOnDemand();
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
    expect(await check(body)).toMatchObject({ seal: first, consistency: second, isSigned: true });
    const { seal: shown, sums } = await pageOf();
    expect([shown, JSON.stringify(sums)]).toEqual([first, JSON.stringify(body.event.data.sums)]);
    const { consistency: _, ...older } = body;
    expect(await check(older)).toMatchObject({ consistency: null, isSigned: true });
  });

  it('reads no event for its seal when it is seen again', async () => {
    const { seal: before } = await pageOf();
    const seals = world.server.app.get(Seals);
    const spies = [jest.spyOn(seals, 'indexOf'), jest.spyOn(seals, 'proofOf')];
    expect((await pageOf()).seal).toEqual(before);
    for (const one of spies) expect(one).not.toHaveBeenCalled();
    for (const one of spies) one.mockRestore();
  });

  it.each<[string, (proof: EventProof) => unknown, RegExp]>([
    ['of nothing', () => null, /^CHANGED proof: this is no proof/],
    [
      'of another format',
      (proof) => ({ ...proof, format: 'supreme-access-proof/2' }),
      /^CHANGED proof: this is no proof/,
    ],
    ['without a path', (proof) => ({ ...proof, inclusion: { index: 1, size: 2 } }), /does not count it/],
    [
      'with another sum',
      ({ event, ...proof }) => ({ ...proof, event: { ...event, data: { ...event.data, sums: null } } }),
      /the hash does not fit the event/,
    ],
    [
      'of another place in the log',
      ({ inclusion, ...proof }) => ({ ...proof, inclusion: { ...inclusion, index: inclusion.index - 1 } }),
      /^CHANGED proof: .* seal \d+ does not count it/,
    ],
    [
      'with a seal that was not published',
      ({ seal, ...proof }) => ({ ...proof, seal: { ...seal, at: seal.at + 1 } }),
      /^FORKED proof: seal \d+ in it is another than the one/,
    ],
    [
      'with a next seal that drops something',
      ({ consistency, ...proof }) => ({ ...proof, consistency: { ...consistency, path: [] } }),
      /^FORKED proof: seal \d+ does not count what/,
    ],
  ])('is not proven by a document %s', async (_what, changed, expected) => {
    const { body } = (await proofOf()) as { body: EventProof };
    await expect(check(changed(body))).rejects.toThrow(expected);
  });

  it('shows no more than its seal where few slots were held', async () => {
    const few = (await world.success()).productId;
    await summarised(few);
    await seal();
    expect(await pageOf(few)).toMatchObject({ sums: null, seal: { number: expect.any(Number) } });
    expect(await check((await proofOf(few)).body)).toMatchObject({ isSigned: true });
  });

  it('that was never, or is not on the shop yet, is not found', async () => {
    const hidden = await world.drop({ avail: false });
    for (const id of ['nothing', hidden])
      expect(await world.get(`/api/drops/${id}`, null)).toMatchObject({ status: 404, body: { code: 'not-found' } });
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
