import { createHash } from 'node:crypto';
import { aPurchase, aSubmission, KEY, temporaryDirectory } from '@supreme-access/test/fixtures/retailer.js';
import { Arrivals } from '@supreme-access/test/support/arrivals.js';
import { type SandboxRetailer, startSandboxRetailer } from '../../emulators/shop/server.js';
import { OwnRetailer } from '../own/own-retailer.js';
import { checkoutReference } from '../retailer.js';

const line = { productId: 'forest-jacket', size: 'm', style: 'Forest' } as const;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let sandbox: SandboxRetailer;
let client: OwnRetailer;
let now: number;
/** references that something became of */
let progress: Arrivals<string>;
const soon = () => AbortSignal.timeout(10_000);

async function control(method: string, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { authorization: `Bearer ${KEY}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  return fetch(sandbox.url + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
}
const force = (fault: object) => control('POST', '/sandbox/faults', fault);
async function ledger(): Promise<{ sales: number; references: { reference: string; outcome: string }[] }> {
  return (await control('GET', '/ledger')).json();
}

beforeEach(async () => {
  now = Date.UTC(2026, 4, 1, 11);
  directory = await temporaryDirectory();
  progress = new Arrivals();
  sandbox = await startSandboxRetailer({
    directory: directory.path,
    key: KEY,
    clock: () => now,
    holdMs: 60_000,
    slowMs: 300,
    onProgress: (reference) => progress.push(reference),
  });
  client = new OwnRetailer({ url: sandbox.url, key: KEY });
});
afterEach(async () => {
  await sandbox.close();
  await directory.remove();
});

describe('availability and cart', () => {
  it('list a product nobody has named, in every size of the styles asked for', async () => {
    const answer = await client.listing({ productId: 'new-cap', styles: ['Forest', 'Sand & Co'] }, soon());
    expect(answer).toMatchObject({ kind: 'listed', productId: 'new-cap', opensAt: null });
    if (answer.kind !== 'listed') return;
    expect(answer.stock).toHaveLength(12);
    expect(answer.stock).toContainEqual({ size: 'xl', style: 'Sand & Co', quantity: 1_000 });
  });

  it('tell opening time and stock as they were set, and what stands in the way', async () => {
    const opensAt = new Date(now + 1).toISOString();
    await control('PUT', '/sandbox/products/forest-jacket', {
      title: 'Forest Jacket',
      opensAt,
      stock: [{ size: 'm', style: 'Forest', quantity: 3 }],
    });
    const listed = await client.listing({ productId: 'forest-jacket', styles: [] }, soon());
    expect(listed).toMatchObject({ kind: 'listed', title: 'Forest Jacket', opensAt: now + 1 });
    expect(await client.prepare({ reference: 'a:1', line: line }, soon())).toEqual({
      kind: 'unavailable',
      reason: 'not-open',
      retryable: true,
    });
    now += 1;
    expect(await client.prepare({ reference: 'a:1', line: line }, soon())).toEqual({ kind: 'ready' });
    const none = { kind: 'unavailable', reason: 'sold-out', retryable: false };
    expect(await client.prepare({ reference: 'a:1', line: { ...line, size: 's' } }, soon())).toEqual(none);
    expect(await client.lookUp({ reference: 'a:1' }, soon())).toEqual({ kind: 'never-seen' });
  });
});

describe('a submission', () => {
  it('succeeds with evidence that holds', async () => {
    const answer = await client.buy(aPurchase(checkoutReference('a', 1)), soon());
    expect(answer).toMatchObject({ kind: 'succeeded', placedAt: now, ...line });
    if (answer.kind !== 'succeeded') return;
    expect(answer.sha256).toBe(createHash('sha256').update(answer.receipt).digest('hex'));
    expect(await client.lookUp({ reference: 'a:1' }, soon())).toEqual(answer);
  });

  it('said 50 times at once is one order', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.buy(aPurchase('a:1'), soon())));
    expect(answers[0]).toMatchObject({ kind: 'succeeded' });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await ledger()).toMatchObject({ sales: 1 });
  });

  it('with other content under the same reference is a conflict and buys nothing', async () => {
    const first = await client.buy(aPurchase('a:1'), soon());
    const other = await client.buy(aPurchase('a:1', { size: 'l' }), soon());
    expect(other).toEqual({ kind: 'unknown', cause: 'reference-conflict' });
    expect(await client.lookUp({ reference: 'a:1' }, soon())).toEqual(first);
    expect(await ledger()).toMatchObject({ sales: 1 });
  });

  it('before opening is refused for good under its reference, and may succeed under the next', async () => {
    await control('PUT', '/sandbox/products/forest-jacket', { opensAt: new Date(now + 1).toISOString() });
    const early = { kind: 'refused', reason: 'not-open', retryable: true };
    expect(await client.buy(aPurchase('a:1'), soon())).toEqual(early);
    now += 1;
    expect(await client.buy(aPurchase('a:1'), soon())).toEqual(early);
    expect(await client.buy(aPurchase('a:2'), soon())).toMatchObject({ kind: 'succeeded' });
  });

  it("of a card the retailer's bank refuses is declined", async () => {
    const { card } = aSubmission('a:1');
    const answer = await client.buy(aPurchase('a:1', { card: { ...card, number: '4000000000000127' } }), soon());
    expect(answer).toEqual({ kind: 'refused', reason: 'declined', retryable: false });
  });

  it('that is not what the protocol asks for is refused as invalid', async () => {
    const answer = await client.buy(aPurchase('a:1', { email: '' }), soon());
    expect(answer).toEqual({ kind: 'refused', reason: 'invalid', retryable: false });
  });

  it('sells 10 pieces to 200 at once exactly 10 times', async () => {
    await control('PUT', '/sandbox/products/forest-jacket', { stock: [{ size: 'm', style: 'Forest', quantity: 10 }] });
    await force({ fault: 'slow', times: 100 });
    const submissions = Array.from({ length: 200 }, (_, index) => aPurchase(`order-${index}:1`));
    const answers = await Promise.all(submissions.map((one) => client.buy(one, soon())));
    const sold = answers.filter((one) => one.kind === 'succeeded');
    expect(sold).toHaveLength(10);
    expect(new Set(sold.map((one) => one.orderNumber)).size).toBe(10);
    const soldOut = { kind: 'refused', reason: 'sold-out', retryable: false };
    expect(answers.filter((one) => one.kind !== 'succeeded')).toEqual(Array(190).fill(soldOut));
    const listed = await client.listing({ productId: 'forest-jacket', styles: [] }, soon());
    expect(listed).toMatchObject({ stock: expect.arrayContaining([{ size: 'm', style: 'Forest', quantity: 0 }]) });
    expect(await ledger()).toMatchObject({ sales: 10 });
  });
});

describe('when the answer is lost', () => {
  it.each([
    ['lostAnswer', 'connection', 10_000],
    ['timeoutAfterAccepting', 'aborted', 300],
  ])('%s is unknown, lookup finds the sale, and repeating gets the same order', async (fault, cause, deadline) => {
    await force({ fault, reference: 'a:1' });
    const answer = await client.buy(aPurchase('a:1'), AbortSignal.timeout(deadline));
    expect(answer).toEqual({ kind: 'unknown', cause });
    const found = await client.lookUp({ reference: 'a:1' }, soon());
    expect(found).toMatchObject({ kind: 'succeeded' });
    expect(await client.buy(aPurchase('a:1'), soon())).toEqual(found);
    expect(await ledger()).toMatchObject({ sales: 1 });
  });

  it.each([
    ['error500', { kind: 'unknown', cause: 'server-error' }],
    ['error429', { kind: 'unknown', cause: 'busy', retryAfterMs: 1_000 }],
    ['droppedConnection', { kind: 'unknown', cause: 'connection' }],
  ])('%s before accepting is unknown too, and repeating buys once', async (fault, unknown) => {
    await force({ fault, reference: 'a:1' });
    expect(await client.buy(aPurchase('a:1'), soon())).toEqual(unknown);
    expect(await client.lookUp({ reference: 'a:1' }, soon())).toEqual({ kind: 'never-seen' });
    expect(await client.buy(aPurchase('a:1'), soon())).toMatchObject({ kind: 'succeeded' });
    expect(await ledger()).toMatchObject({ sales: 1 });
  });

  it('lookup sees a slow submission in progress, and close wins over it', async () => {
    await force({ fault: 'slow', reference: 'a:1' });
    const slow = client.buy(aPurchase('a:1'), soon());
    await progress.becomes(async () => (await client.lookUp({ reference: 'a:1' }, soon())).kind === 'in-progress');
    const closed = { kind: 'refused', reason: 'closed', retryable: false };
    expect(await client.close({ reference: 'a:1' }, soon())).toEqual(closed);
    expect(await slow).toEqual(closed);
    expect(await ledger()).toMatchObject({ sales: 0 });
  });

  it('lookups and closes that fail say so, and say the truth when repeated', async () => {
    const sold = await client.buy(aPurchase('a:1'), soon());
    await force({ fault: 'error500', on: 'lookup' });
    await force({ fault: 'lostAnswer', on: 'close' });
    expect(await client.lookUp({ reference: 'a:1' }, soon())).toEqual({ kind: 'unknown', cause: 'server-error' });
    expect(await client.close({ reference: 'b:1' }, soon())).toEqual({ kind: 'unknown', cause: 'connection' });
    expect(await client.lookUp({ reference: 'a:1' }, soon())).toEqual(sold);
    expect(await client.lookUp({ reference: 'b:1' }, soon())).toMatchObject({ kind: 'refused', reason: 'closed' });
  });
});

describe('close', () => {
  const closed = { kind: 'refused', reason: 'closed', retryable: false };

  it('before any submission refuses the reference for ever', async () => {
    expect(await client.close({ reference: 'a:1' }, soon())).toEqual(closed);
    expect(await client.buy(aPurchase('a:1'), soon())).toEqual(closed);
    expect(await client.close({ reference: 'a:1' }, soon())).toEqual(closed);
    expect(await ledger()).toMatchObject({ sales: 0 });
  });

  it('after a submission answers its outcome', async () => {
    const sold = await client.buy(aPurchase('a:1'), soon());
    expect(await client.close({ reference: 'a:1' }, soon())).toEqual(sold);
    expect(await client.buy(aPurchase('a:1'), soon())).toEqual(sold);
  });

  it('racing submissions leaves each reference one outcome that all answers agree on', async () => {
    const references = Array.from({ length: 40 }, (_, index) => `order-${index}:1`);
    const races = references.map(async (reference) => {
      const both = [client.buy(aPurchase(reference), soon()), client.close({ reference: reference }, soon())];
      const [bought, ended] = await Promise.all(both);
      expect(bought).toEqual(ended);
      expect(await client.lookUp({ reference: reference }, soon())).toEqual(bought);
    });
    await Promise.all(races);
  });
});

describe('the list of checkouts', () => {
  it('tells every outcome in its order, sales without their receipts', async () => {
    const sold = await client.buy(aPurchase('a:1'), soon());
    await client.close({ reference: 'b:1' }, soon());
    if (sold.kind !== 'succeeded') throw new Error('nothing was sold');
    const { orderNumber, sha256 } = sold;
    const rows = [
      { reference: 'a:1', sale: { orderNumber, sha256 } },
      { reference: 'b:1', sale: null },
    ];
    expect(await client.sales(null, soon())).toEqual({ kind: 'page', rows, next: null });
    expect(await client.sales('1', soon())).toEqual({ kind: 'page', rows: rows.slice(1), next: null });
  });

  it('has pages of 500, each going on where the one before ended', async () => {
    await Promise.all(Array.from({ length: 501 }, (_, n) => client.close({ reference: `order-${n}:1` }, soon())));
    const first = await client.sales(null, soon());
    if (first.kind !== 'page') throw new Error(first.kind);
    expect([first.rows.length, first.next]).toEqual([500, '500']);
    expect(await client.sales(first.next, soon())).toMatchObject({
      kind: 'page',
      rows: [{ sale: null }],
      next: null,
    });
  });

  it.each([
    [404, 'lacking'],
    [405, 'lacking'],
    [501, 'lacking'],
    [500, 'unknown'],
    [401, 'unknown'],
  ])('that is answered with %i is %s', async (status, kind) => {
    const send = async () => ({ status, retryAfter: undefined, text: '{}' });
    const other = new OwnRetailer({ url: 'http://127.0.0.1:1', key: KEY, send });
    expect((await other.sales(null, soon())).kind).toBe(kind);
  });

  it.each([
    '{}',
    '{"checkouts":[]}',
    '{"checkouts":[{"reference":"a:1"}],"next":null}',
    '{"checkouts":[{"reference":"a:1","outcome":"succeeded","order":{"number":""}}],"next":null}',
    'no JSON',
  ])('that cannot be read is unknown as a whole: %s', async (text) => {
    const send = async () => ({ status: 200, retryAfter: undefined, text });
    const other = new OwnRetailer({ url: 'http://127.0.0.1:1', key: KEY, send });
    expect(await other.sales(null, soon())).toEqual({ kind: 'unknown', cause: 'malformed' });
  });
});
