import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aSubmission, temporaryDirectory } from '@supreme-access/test/fixtures/retailer.js';
import type { Answer } from './answers.js';
import { Till } from './till.js';

const NOW = Date.UTC(2026, 4, 1, 11);
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let till: Till;
const onDisk = () => readFileSync(join(directory.path, 'ledger.jsonl'), 'utf8');
const outcomes = (answers: Answer[]) => answers.map(({ body }) => body.reason ?? body.outcome);

beforeEach(async () => {
  directory = await temporaryDirectory();
  till = await Till.open(directory.path, 1_000, () => NOW);
});
afterEach(async () => {
  await till.shut();
  await directory.remove();
});

describe('the till', () => {
  it('sells 10 pieces 10 times to 200 requests in the same tick, and its stock never goes below zero', async () => {
    await till.setProduct('forest-jacket', { stock: [{ size: 'm', style: 'Forest', quantity: 10 }] });
    const pending = Array.from({ length: 200 }, (_, index) => till.submit(`order-${index}:1`, aSubmission('any')));
    const said = outcomes(await Promise.all(pending));
    expect(said.filter((one) => one === 'succeeded')).toHaveLength(10);
    expect(said.filter((one) => one === 'sold-out')).toHaveLength(190);
    expect(till.shop.left({ productId: 'forest-jacket', size: 'm', style: 'Forest' })).toBe(0);
  });

  it.each([
    ['the submission', () => till.submit('a:1', aSubmission('a:1'))],
    ['its duplicate', () => till.submit('a:1', aSubmission('a:1'))],
    ['a lookup', () => till.lookup('a:1')],
    ['a close', () => till.close('a:1')],
  ])('answers %s with a sale only when the ledger holds it', async (_who, ask) => {
    const first = till.submit('a:1', aSubmission('a:1'));
    expect(onDisk()).not.toContain('"reference":"a:1"');
    const answer = await ask();
    expect(answer.body.outcome).toBe('succeeded');
    expect(onDisk()).toContain('"reference":"a:1"');
    expect(await first).toEqual(answer);
  });

  it('keeps the stock when only title or opening time change, and replaces it when stock is given', async () => {
    await till.submit('a:1', aSubmission('a:1'));
    await till.setProduct('forest-jacket', { title: 'Forest Jacket', opensAt: '2026-05-01T11:00:00.001Z' });
    const { body } = await till.product('forest-jacket', []);
    expect(body).toMatchObject({ title: 'Forest Jacket', opensAt: '2026-05-01T11:00:00.001Z' });
    const line = { productId: 'forest-jacket', size: 'm', style: 'Forest' } as const;
    expect(till.shop.left(line)).toBe(999);
    expect(till.shop.left({ ...line, size: 's' })).toBe(1_000);
    await till.setProduct('forest-jacket', { opensAt: null, stock: [{ size: 's', style: 'Forest', quantity: 2 }] });
    expect([till.shop.left(line), till.shop.left({ ...line, size: 's' })]).toEqual([0, 2]);
    expect((await till.product('forest-jacket', [])).body).toMatchObject({ opensAt: null });
  });

  it('answers that a reference is in progress only until it is decided', async () => {
    let finish = () => {};
    const slow = new Promise<void>((done) => {
      finish = done;
    });
    const both = [till.during('a:1', () => slow), till.during('a:1', async () => {})];
    await both[1];
    expect((await till.lookup('a:1')).body).toEqual({ reference: 'a:1', outcome: 'in-progress' });
    await till.close('a:1');
    expect((await till.lookup('a:1')).body).toMatchObject({ outcome: 'refused', reason: 'closed' });
    finish();
    await Promise.all(both);
    expect((await till.lookup('b:1')).body).toEqual({ reference: 'b:1', outcome: 'never-seen' });
  });
});
