import { CodeWorld, newId } from '@supreme-access/test/fixtures/code-lives.js';
import { CLOSES, claim, evidence, slot } from '@supreme-access/test/fixtures/order.js';
import fc from 'fast-check';
import { ownCodeOf, sourceOfCode } from '../customers/profiles/card-vault.js';
import { EraseProfile, ForgetSecret, profile, RemoveProfile } from '../customers/profiles/profile.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Refused } from '../event-sourcing/decider.js';
import { type CheckoutOutcome, usableCode } from './checkout-facts.js';
import { CloseOrder, EraseOrder, PlaceOrder, WithdrawOrder } from './order.js';
import { GiveCode, needsCode, RecordCheckout, RecordEvidence, StartCheckout } from './order-checkout.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const later = CLOSES + 1_000 * DAY;
const ANSWERS: Record<string, CheckoutOutcome> = {
  bought: { kind: 'succeeded', evidence },
  declined: { kind: 'refused', reason: 'declined', retryAt: later },
  refused: { kind: 'refused', reason: 'declined', retryAt: null },
  'sold-out': { kind: 'refused', reason: 'sold-out', retryAt: later },
  'not-open': { kind: 'refused', reason: 'not-open', retryAt: later },
  unknown: { kind: 'unknown', reason: 'timeout', retryAt: later, ...claim },
};

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('reserve' as const), who: fc.nat(2), dies: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pass' as const), hours: fc.constantFrom(1, 20, 50, 180, 400) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      who: fc.nat(9),
      answer: fc.constantFrom(...Object.keys(ANSWERS)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('race' as const),
      who: fc.nat(2),
      by: fc.constantFrom('removal', 'removal-read', 'erasure'),
      isFirst: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('give' as const), who: fc.nat(9), dies: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('withdraw', 'close', 'prove', 'erase'), who: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('save', 'remove', 'forget'), who: fc.nat(2) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What the rules say of one order's code, by a book of its own. */
interface Kept {
  record: string;
  typedAt: number;
  served: boolean;
  /** what the open submission took along */
  sent?: string;
}

/** One history, and the book that is kept of it. */
class History {
  private readonly profiles = [newId(), newId(), newId()];
  private readonly orders: string[] = [];
  private readonly kept = new Map<string, Kept>();
  /** when each code on file was typed, and whether an order is done with it */
  private readonly typed = new Map<string, { at: number; replacedAt: number | null; done: boolean }>();
  /** records that no event came to name, and when they were written */
  private readonly unnamed = new Map<string, number>();

  constructor(private readonly world: CodeWorld) {}

  async live(steps: readonly Step[]): Promise<void> {
    for (const profileId of this.profiles) await this.save(profileId);
    for (const one of steps) {
      await this.take(one).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
      });
      await this.world.tidy();
      await this.check(JSON.stringify(one));
    }
  }

  private async take(one: Step): Promise<void> {
    if (one.do === 'pass') {
      this.world.ahead += one.hours * HOUR;
      return;
    }
    const profileId = this.profiles[one.who % 3] ?? '';
    const orderId = this.orders[one.who % Math.max(1, this.orders.length)];
    if (one.do === 'reserve') return this.reserve(profileId, one.dies);
    if (one.do === 'race') return this.race(profileId, one.by, one.isFirst);
    if (one.do === 'save') return this.save(profileId);
    if (one.do === 'remove' || one.do === 'forget') return this.end(profileId, one.do);
    if (orderId === undefined) return;
    if (one.do === 'give') return this.give(orderId, one.dies);
    if (one.do === 'answer') await this.answer(orderId, ANSWERS[one.answer] ?? { kind: 'succeeded', evidence });
    if (one.do === 'withdraw') await this.world.ask(WithdrawOrder, orderId, { by: 'holder', reason: 'x' });
    if (one.do === 'close') await this.world.ask(CloseOrder, orderId, { reason: 'no-evidence' });
    if (one.do === 'prove') await this.world.ask(RecordEvidence, orderId, { evidence });
    if (one.do === 'erase') await this.world.ask(EraseOrder, orderId, {});
    await this.settle(orderId);
  }

  private async save(profileId: string): Promise<void> {
    const before = await this.world.onFile(profileId);
    await this.world.saveProfile(profileId);
    const now = this.world.now();
    const replaced = this.typed.get(before ?? '');
    if (replaced) replaced.replacedAt = now;
    this.typed.set((await this.world.onFile(profileId)) ?? '', { at: now, replacedAt: null, done: false });
  }

  private async end(profileId: string, how: 'remove' | 'forget'): Promise<void> {
    const record = await this.world.onFile(profileId);
    const data = { accountId: 'a-1' };
    const command = how === 'remove' ? new RemoveProfile(profileId, data, workerMetadata('spec')) : null;
    if (command) await this.world.commands.execute(profile, command);
    else {
      for (const secret of (await this.world.commands.state(profile, profileId)).secrets)
        await this.world.cards.forget(secret);
      await this.world.commands.execute(profile, new EraseProfile(profileId, {}, workerMetadata('spec')));
    }
    const kept = this.typed.get(record ?? '');
    if (kept) kept.replacedAt ??= this.world.now();
    if (how === 'forget') await this.forgetLost();
  }

  /** Whose code is gone with the profile's is asked for it again. */
  private async forgetLost(): Promise<void> {
    for (const [orderId, { record, served }] of this.kept) {
      if (!served && !(await this.world.has(record))) this.kept.delete(orderId);
    }
  }

  /** A reservation names the code on file while that is removed or erased, before or after. */
  private async race(profileId: string, by: string, isFirst: boolean): Promise<void> {
    const source = await this.world.onFile(profileId);
    if (source === null || !(await this.world.has(source))) return;
    const orderId = newId();
    const record = ownCodeOf(orderId, source);
    const typed = this.typed.get(source);
    const reserve = () => this.world.ask(PlaceOrder, orderId, { ...slot, orderId, profileId, codeRecord: record });
    const remove = async () => {
      if (by === 'erasure') return this.end(profileId, 'forget');
      const data = { secret: { kind: 'code', record: source } } as const;
      await this.world.commands.execute(profile, new ForgetSecret(profileId, data, workerMetadata('spec')));
      if (by === 'removal-read') await this.world.tidy();
    };
    for (const act of isFirst ? [reserve, remove] : [remove, reserve]) await act();
    if (typed) typed.done = true;
    await this.world.tidy();
    this.orders.push(orderId);
    const has = await this.world.has(record);
    // One that was under way keeps its code, and one that lost to an erasure asks for it again.
    if (by === 'removal' || (by === 'removal-read' && isFirst)) expect(has).toBe(true);
    if (by !== 'removal' && !isFirst) expect(has).toBe(false);
    if (has) this.kept.set(orderId, { record, typedAt: typed?.at ?? 0, served: false });
  }

  /** The event names a code on file; without one a code is typed and written first. In between the process may die. */
  private async reserve(profileId: string, dies: boolean): Promise<void> {
    const orderId = newId();
    const source = await this.world.onFile(profileId);
    const onFile = source === null ? null : await this.world.cards.code(source);
    const given = onFile ?? { code: '987', givenAt: this.world.now() };
    const record = ownCodeOf(orderId, onFile && source ? source : 'typed');
    if (!onFile) {
      for (const _ of [1, 2]) expect(await this.world.cards.keepOwnCode(record, given)).toBe(true);
      this.unnamed.set(record, this.world.now());
    }
    if (dies) return;
    await this.world.ask(PlaceOrder, orderId, { ...slot, orderId, profileId, codeRecord: record });
    this.orders.push(orderId);
    this.kept.set(orderId, { record, typedAt: given.givenAt, served: false });
    this.unnamed.delete(record);
  }

  private async give(orderId: string, dies: boolean): Promise<void> {
    const record = ownCodeOf(orderId, newId());
    await this.world.cards.keepOwnCode(record, { code: '987', givenAt: this.world.now() });
    this.unnamed.set(record, this.world.now());
    if (dies) return;
    const before = this.kept.get(orderId)?.record ?? '';
    await this.world.ask(GiveCode, orderId, { codeRecord: record });
    const { sent } = this.kept.get(orderId) ?? {};
    this.kept.set(orderId, { record, typedAt: this.world.now(), served: false, ...(sent ? { sent } : {}) });
    this.unnamed.delete(record);
    if ((await this.world.codes()).includes(before)) this.unnamed.set(before, this.world.now());
  }

  private async answer(orderId: string, outcome: CheckoutOutcome): Promise<void> {
    const { checkout } = await this.world.order(orderId);
    if (!checkout) {
      const start = { ...claim, size: 'm', style: 'Red', closesAt: later } as const;
      await this.world.ask(StartCheckout, orderId, start);
      const begun = this.kept.get(orderId);
      if (begun) begun.sent = begun.served ? '' : begun.record;
    }
    const reference = (await this.world.order(orderId)).checkout?.reference ?? '';
    await this.world.ask(RecordCheckout, orderId, { reference, outcome });
    const kept = this.kept.get(orderId);
    if (kept && outcome.kind === 'refused' && outcome.reason === 'declined') kept.served ||= kept.sent === kept.record;
  }

  private async settle(orderId: string): Promise<void> {
    const kept = this.kept.get(orderId);
    if (kept && !needsCode(await this.world.order(orderId), {})) kept.served = true;
    if (!kept?.served) return;
    const source = this.typed.get(sourceOfCode(kept.record));
    if (source) source.done = true;
  }

  private async check(after: string): Promise<void> {
    const now = this.world.now();
    const there = new Set(await this.world.codes());
    const slack = 60_000;
    const wrong: string[] = [];
    for (const [orderId, { record, typedAt, served }] of this.kept) {
      const isDue = served || now - typedAt >= 30 * DAY;
      const has = await this.world.has(record);
      if (isDue && has) wrong.push(`${record} lives longer than its rule`);
      if (!isDue && now - typedAt < 30 * DAY - slack && !has) wrong.push(`${record} is gone while it is needed`);
      if (!served && usableCode(await this.world.order(orderId)) !== record)
        wrong.push(`${orderId} does not use ${record}`);
      there.delete(record);
    }
    for (const [record, writtenAt] of this.unnamed) {
      if (now - writtenAt > DAY + slack && there.has(record)) wrong.push(`${record} is nobody's`);
      there.delete(record);
    }
    for (const record of there) {
      const typed = this.typed.get(record);
      const isOver = !typed || typed.done || now - typed.at >= 7 * DAY + slack;
      const isReplaced = typed?.replacedAt !== undefined && typed.replacedAt !== null && now - typed.replacedAt > HOUR;
      if (record.includes('.') || isOver || isReplaced) wrong.push(`${record} of a profile lives longer than its rule`);
    }
    for (const [record, { at, done, replacedAt }] of this.typed) {
      const isKept = !done && replacedAt === null && now - at < 7 * DAY - slack;
      if (isKept && !there.has(record)) wrong.push(`${record} of a profile is gone early`);
    }
    if (wrong.length > 0) throw new Error(`after ${after}: ${wrong.join('; ')}`);
  }
}

it('what is typed for a profile that is gone is not kept', async () => {
  const world = await CodeWorld.open();
  const profileId = newId();
  try {
    await world.saveProfile(profileId);
    await world.commands.execute(profile, new RemoveProfile(profileId, { accountId: 'a-1' }, workerMetadata('spec')));
    const before = await world.codes();
    await expect(world.saveProfile(profileId)).rejects.toMatchObject({ code: 'not-found' });
    expect(await world.codes()).toEqual(before);
  } finally {
    await world.close();
  }
});

describe('whatever happens to orders, profiles and processes', () => {
  it('no security code outlives its rule, none that is needed is gone, none is nobody’s', async () => {
    const lives = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20, size: 'max' }), async (steps) => {
      const world = await CodeWorld.open();
      try {
        await new History(world).live(steps);
      } finally {
        await world.close();
      }
    });
    await fc.assert(lives, { numRuns: 12, endOnFailure: true });
  }, 120_000);
});
