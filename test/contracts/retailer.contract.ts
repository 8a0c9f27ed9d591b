import { createHash } from 'node:crypto';
import type { Fault, Operation } from '../../backend/src/emulators/shop/faults.js';
import type { Purchase, SoldAnswer } from '../../backend/src/retailers/retailer.js';
import { type ClientOf, SandboxVisit } from '../fixtures/sandbox-visit.js';

/** What every retailer holds, whatever it speaks: run on each client at the sandbox's door for it. */
export function retailerContract(name: string, clientOf: ClientOf): void {
  describe(`a retailer over ${name}`, () => {
    let visit: SandboxVisit;
    beforeEach(async () => {
      visit = await SandboxVisit.open(clientOf);
    });
    afterEach(() => visit.close());

    buying(() => visit);
    losing(() => visit);
    ending(() => visit);
  });
}

type Visited = () => SandboxVisit;
const UNKNOWN = { kind: 'unknown' };

function isSold(answer: { kind: string }): answer is SoldAnswer {
  return answer.kind === 'succeeded';
}

function buying(at: Visited): void {
  it('lists what it has, or keeps no catalogue, and has never seen what was not bought', async () => {
    const { retailer } = at();
    const listed = await at().listing();
    if (listed.kind !== 'lacking') expect(listed).toMatchObject({ kind: 'listed', productId: 'forest-jacket' });
    const { attempt } = await at().begin('a:1');
    expect(await retailer.lookUp(attempt, at().soon())).toEqual({ kind: 'never-seen' });
    expect((await retailer.sales(null, at().soon())).kind).toMatch(/^(page|lacking)$/);
    expect(await at().sales()).toBe(0);
  });

  it('sells with a receipt that is hashed, and tells the same sale when it is looked up', async () => {
    const { purchase, attempt } = await at().begin('a:1');
    const sold = await at().buy(purchase);
    if (!isSold(sold)) throw new Error(sold.kind);
    expect(sold.sha256).toBe(createHash('sha256').update(sold.receipt).digest('hex'));
    expect(sold.receipt).toContain(sold.orderNumber);
    expect(sold.receipt).toContain(attempt.session ?? attempt.reference);
    expect(await at().retailer.lookUp(attempt, at().soon())).toEqual(sold);
    if (purchase.total) expect(sold.total).toEqual(purchase.total);
    expect(await at().sales()).toBe(1);
  });

  it('sells once to 20 copies of a purchase', async () => {
    const { purchase, attempt } = await at().begin('a:1');
    const copies = await Promise.all(Array.from({ length: 20 }, () => at().buy(purchase)));
    const sold = await at().retailer.lookUp(attempt, at().soon());
    expect(sold.kind).toBe('succeeded');
    for (const copy of copies) expect([sold, { kind: 'unknown', cause: 'in-progress' }]).toContainEqual(asSaid(copy));
    expect(await at().sales()).toBe(1);
  });

  it('sells the last piece to one of 8', async () => {
    await at().control('PUT', '/sandbox/products/forest-jacket', {
      stock: [{ size: 'm', style: 'Forest', quantity: 1 }],
    });
    const begun = await Promise.all(Array.from({ length: 8 }, (_, nth) => at().begin(`order-${nth}:1`)));
    const answers = await Promise.all(begun.map(({ purchase }) => at().buy(purchase)));
    expect(answers.filter(isSold)).toHaveLength(1);
    const soldOut = { kind: 'refused', reason: 'sold-out', retryable: false };
    expect(answers.filter((answer) => !isSold(answer))).toEqual(Array(7).fill(soldOut));
    expect(await at().sales()).toBe(1);
  });

  it('says what stands in the way before anything is paid', async () => {
    await at().control('PUT', '/sandbox/products/forest-jacket', { opensAt: new Date(at().now + 1).toISOString() });
    expect(await at().prepare('a:1')).toMatchObject({ kind: 'unavailable', retryable: true });
    at().now += 1;
    expect((await at().prepare('a:2')).kind).toMatch(/^(ready|prepared)$/);
    await at().control('PUT', '/sandbox/products/forest-jacket', {
      stock: [{ size: 'm', style: 'Forest', quantity: 0 }],
    });
    expect(await at().prepare('a:3')).toMatchObject({ kind: 'unavailable', reason: 'sold-out', retryable: false });
  });

  it('refuses what its bank refuses', async () => {
    const { purchase, about } = await at().begin('a:1');
    await at().force('declined', 'submit', about);
    expect(await at().buy(purchase)).toEqual({ kind: 'refused', reason: 'declined', retryable: false });
    expect(await at().sales()).toBe(0);
  });
}

function losing(at: Visited): void {
  it.each<[Fault, string, number]>([
    ['lostAnswer', 'connection', 10_000],
    ['timeoutAfterAccepting', 'aborted', 400],
  ])('after %s a look-up finds the sale, and repeating tells the same', async (fault, cause, deadline) => {
    const { purchase, attempt, about } = await at().begin('a:1');
    await at().force(fault, 'submit', about);
    expect(await at().buy(purchase, deadline)).toEqual({ kind: 'unknown', cause });
    const found = await at().retailer.lookUp(attempt, at().soon());
    expect(found).toMatchObject({ kind: 'succeeded' });
    expect(await at().buy(purchase)).toEqual(found);
    expect(await at().sales()).toBe(1);
  });

  it.each<[Fault, object]>([
    ['error500', { cause: 'server-error' }],
    ['error429', { cause: 'busy', retryAfterMs: 1_000 }],
    ['droppedConnection', { cause: 'connection' }],
  ])('%s before it is accepted is unknown too, and repeating buys once', async (fault, expected) => {
    const { purchase, attempt, about } = await at().begin('a:1');
    await at().force(fault, 'submit', about);
    expect(await at().buy(purchase)).toEqual({ ...UNKNOWN, ...expected });
    expect(await at().retailer.lookUp(attempt, at().soon())).toEqual({ kind: 'never-seen' });
    expect(await at().buy(purchase)).toMatchObject({ kind: 'succeeded' });
    expect(await at().sales()).toBe(1);
  });

  it.each<[Operation, (visit: SandboxVisit, purchase: Purchase) => Promise<unknown>]>([
    ['lookup', ({ retailer, soon }, purchase) => retailer.lookUp(purchase, soon())],
    ['close', ({ retailer, soon }, purchase) => retailer.close(purchase, soon())],
  ])('a %s that fails is unknown', async (operation, call) => {
    const { purchase, about } = await at().begin('a:1');
    await at().force('error500', operation, about);
    expect(await call(at(), purchase)).toEqual({ ...UNKNOWN, cause: 'server-error' });
  });
}

function ending(at: Visited): void {
  it('sells nothing under an attempt that it ended', async () => {
    const { purchase, attempt } = await at().begin('a:1');
    expect((await at().retailer.close(attempt, at().soon())).kind).toMatch(/^(refused|ended)$/);
    expect(isSold(await at().buy(purchase))).toBe(false);
    expect(await at().sales()).toBe(0);
  });

  it('tells the sale instead of ending it', async () => {
    const { purchase, attempt } = await at().begin('a:1');
    const sold = await at().buy(purchase);
    expect(await at().retailer.close(attempt, at().soon())).toEqual(sold);
  });

  it('asks nobody for an attempt that never began', async () => {
    const { retailer } = at();
    if (retailer.means === 'card') return;
    const anyRetailer = at().retailer;
    expect(await anyRetailer.lookUp({ reference: 'b:1' }, at().soon())).toEqual({ kind: 'never-seen' });
    expect(await anyRetailer.close({ reference: 'b:1' }, at().soon())).toEqual({ kind: 'ended' });
  });
}

/** A copy may be answered while the first is under way, with a pause. */
function asSaid(answer: { kind: string }): object {
  const { retryAfterMs: _, ...said } = answer as { kind: string; retryAfterMs?: number };
  return said;
}
