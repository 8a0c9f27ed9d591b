import { CheckoutBench } from '@supreme-access/test/fixtures/checkout-bench.js';
import { never, type Process } from '@supreme-access/test/fixtures/checkout-process.js';
import { LIMIT } from '@supreme-access/test/fixtures/order-tokens.js';
import { ScriptedShop } from '@supreme-access/test/fixtures/scripted-shop.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { CHECK_PROOF, FORGET_PROOF } from '../../orders/order.jobs.js';
import { order } from '../../orders/order.js';
import { type HintFacts, ReceiveHint, ReviewProof } from '../../orders/order-proofs.js';
import { RetailerAway } from '../checkouts.js';
import { KeptMails } from './kept-mails.js';
import { LookUps } from './look-ups.js';
import { CheckProofs, ForgetProofs } from './proofs.worker.js';
import type { ProofOutcome, SignedProofs } from './signed-proofs.js';

const DAY = 86_400_000;
let bench: CheckoutBench;
let process: Process;
let mails: KeptMails;
let check: CheckProofs;
let forget: ForgetProofs;
const verified: ProofOutcome[] = [];
beforeEach(async () => {
  bench = await CheckoutBench.open();
  process = bench.process();
  mails = new KeptMails(bench.vault, bench.reads);
  verified.length = 0;
  const later: ProofOutcome = { why: 'no key', isLater: true };
  const proofs = { take: async () => verified.shift() ?? later } as unknown as SignedProofs;
  const lookUps = new LookUps(process.commands, process.attempt, process.byToken);
  check = new CheckProofs(process.commands, lookUps, proofs, mails, bench.clock);
  forget = new ForgetProofs(process.commands, mails);
});
afterEach(() => bench.close());

async function hinted(orderId: string, changes: Partial<HintFacts> = {}): Promise<string> {
  const proofId = `${orderId}.mail`;
  const about = { sha256: 'mail', reference: null, isAuthenticated: true, why: 'x', isUnverified: false };
  const mail = { from: 'ada@example.com', subject: 'Fwd', text: 'Bought', original: 'eA==' };
  await mails.keep(proofId, mail);
  const facts = { proofId, record: proofId, ...about, ...changes };
  await process.commands.execute(order, new ReceiveHint(orderId, facts, workerMetadata('spec')));
  return proofId;
}
/** One attempt that the retailer got, or not, and whose answer was lost. */
async function inDoubt(fault: 'lostAnswer' | 'error500'): Promise<string> {
  const orderId = await bench.dueOrder();
  await bench.retailer.fault(fault);
  await bench.step(orderId).catch(() => undefined);
  expect((await bench.state(orderId)).checkout).not.toBeNull();
  return orderId;
}
async function rowOf(kind: string) {
  return (await bench.allDue()).find((row) => row.kind === kind);
}
const work = (id: string) => check.work({ kind: CHECK_PROOF, id, dueAt: bench.now, attempt: 0, cause: 'e-1' }, never);
const last = async (orderId: string) => (await bench.events(orderId)).at(-1);

describe('a mail that hints at a purchase', () => {
  it('has the retailer asked at once, whose own word is what counts', async () => {
    const orderId = await inDoubt('lostAnswer');
    const id = await hinted(orderId);
    expect(await rowOf(CHECK_PROOF)).toMatchObject({ id, dueAt: expect.any(Number) });
    await work(id);
    expect((await bench.state(orderId)).bought?.evidence.kind).toBe('retailer');
    expect(await last(orderId)).toMatchObject({ type: 'ProofChecked', data: { answer: 'succeeded' } });
    expect(await rowOf(CHECK_PROOF)).toBeUndefined();
  });

  it('buys nothing where the retailer has never seen the attempt', async () => {
    const orderId = await inDoubt('error500');
    await work(await hinted(orderId));
    expect((await bench.state(orderId)).bought).toBeNull();
    expect(await last(orderId)).toMatchObject({ type: 'ProofChecked', data: { answer: 'never-seen' } });
  });

  it('has an attempt asked for that the log holds as refused, and the retailer may say otherwise', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.fault('soldOut');
    await bench.step(orderId);
    expect((await bench.state(orderId)).checkout).toBeNull();
    await work(await hinted(orderId, { reference: `${orderId}:1` }));
    expect(await last(orderId)).toMatchObject({ type: 'ProofChecked', data: { answer: 'refused' } });
    expect((await bench.state(orderId)).bought).toBeNull();
  });

  it('waits while the retailer does not answer', async () => {
    const orderId = await inDoubt('lostAnswer');
    const id = await hinted(orderId);
    await bench.retailer.shut();
    await expect(work(id)).rejects.toBeInstanceOf(RetailerAway);
    await bench.retailer.reopen();
    await work(id);
    expect((await bench.state(orderId)).bought?.evidence.kind).toBe('retailer');
  });

  it('is verified again until its key is known, and the retailer is asked only once for it', async () => {
    const orderId = await inDoubt('error500');
    const id = await hinted(orderId, { isUnverified: true });
    const before = bench.retailer.calls.length;
    await expect(work(id)).rejects.toMatchObject({ notBefore: bench.now + 60_000 });
    await expect(work(id)).rejects.toThrow('the key of a signature could not be fetched');
    verified.push({ why: 'not signed', isLater: false });
    await work(id);
    expect(bench.retailer.calls.length - before).toBe(1);
    expect(await last(orderId)).toMatchObject({ type: 'ProofChecked', data: { answer: 'never-seen' } });
  });

  it('is verified no more once the 72 hours are over', async () => {
    const orderId = await inDoubt('error500');
    const id = await hinted(orderId, { isUnverified: true });
    bench.now += 3 * DAY;
    await work(id);
    expect(await last(orderId)).toMatchObject({ type: 'ProofChecked' });
  });
});

describe('the mail itself', () => {
  const gone = async (id: string) => {
    const row = await rowOf(FORGET_PROOF);
    await forget.work({ kind: FORGET_PROOF, id, dueAt: row?.dueAt ?? 0, attempt: 0, cause: 'e-1' });
  };

  it('is sealed for as long as it may be looked at, and gone 30 days after the decision', async () => {
    const orderId = await inDoubt('error500');
    const id = await hinted(orderId);
    expect(await mails.read(id)).toMatchObject({ text: 'Bought' });
    const review = { proofId: id, decision: 'refuse', reason: 'x' } as const;
    await process.commands.execute(order, new ReviewProof(orderId, review, workerMetadata('spec')));
    expect(await rowOf(FORGET_PROOF)).toMatchObject({ id, dueAt: bench.now + 30 * DAY });
    await gone(id);
    expect(await mails.read(id)).toBeNull();
    expect(await last(orderId)).toEqual({ type: 'ProofForgotten', data: { proofId: id } });
    expect(await rowOf(FORGET_PROOF)).toBeUndefined();
  });

  it('on which nobody decides is gone 30 days after the order has to have ended', async () => {
    const orderId = await inDoubt('error500');
    const id = await hinted(orderId);
    expect(await rowOf(FORGET_PROOF)).toMatchObject({ id, dueAt: bench.now + 33 * DAY });
  });

  it('has at most 256 kB: what its signature is verified by goes first, then the end of its text', async () => {
    const mail = { from: 'ada@example.com', subject: 'Fwd', text: 'é'.repeat(65_536) };
    await mails.keep('a.1', { ...mail, original: 'x'.repeat(200_000) });
    expect(await mails.read('a.1')).toEqual({ ...mail, original: null });
    await mails.keep('a.2', { ...mail, text: '\u0000'.repeat(65_536), original: null });
    expect((await mails.read('a.2'))?.text).toHaveLength(32_768);
  });

  it('is kept for as long as an event names it', async () => {
    const id = await hinted(await inDoubt('error500'));
    await bench.settled();
    expect(await mails.named('proof', [id, `${id}-2`, 'nobody.x', 'nonsense'])).toEqual(new Set([id]));
  });
});

it('a look-up of a session that was given up records what it sold late, and charges nothing', async () => {
  const shop = new ScriptedShop(bench.clock);
  bench.sellsAt(shop, shop.stripe);
  const drop = { retailerId: 'northwind', means: 'token', defaultLimit: LIMIT } as const;
  const orderId = await bench.dueOrder({ limit: LIMIT, fallback: true }, drop);
  const { commands, attempt, byToken } = bench.process();
  const lookUps = new LookUps(commands, attempt, byToken);
  const ask = () => lookUps.ask(orderId, `${orderId}:1`, never, workerMetadata('spec'));
  shop.soldOut.add('m');
  await bench.step(orderId);
  expect(await ask()).toBe('never-seen');
  shop.place('cs_1');
  expect(await ask()).toBe('succeeded');
  expect((await bench.events(orderId)).at(-1)).toEqual({
    type: 'ShopOrderReported',
    data: { reference: `${orderId}:1`, eventId: 'NW-1', late: true },
  });
  expect((await bench.state(orderId)).bought).toBeNull();
});

it('a look-up of an earlier attempt goes to the retailer of its drop', async () => {
  const shop = new ScriptedShop(bench.clock);
  const lookups: string[] = [];
  Object.assign(shop, {
    means: 'card',
    buy: async () => ({ kind: 'refused', reason: 'not-open', retryable: true }),
    prepare: async () => ({ kind: 'ready' }),
    lookUp: async ({ reference }: { reference: string }) => {
      lookups.push(reference);
      return { kind: 'never-seen' };
    },
  });
  bench.sellsAt(shop, shop.stripe);
  const orderId = await bench.dueOrder({}, { retailerId: 'northwind' });
  await bench.step(orderId);
  const { commands, attempt, byToken } = bench.process();
  const lookUps = new LookUps(commands, attempt, byToken);
  expect(await lookUps.ask(orderId, `${orderId}:1`, never, workerMetadata('spec'))).toBe('never-seen');
  expect(lookups).toEqual([`${orderId}:1`]);
});
