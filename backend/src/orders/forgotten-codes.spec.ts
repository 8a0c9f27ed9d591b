import type { CardVault } from '../customers/profiles/card-vault.js';
import type { Projector } from '../projections/projector.js';
import type { Reads } from '../projections/reads.js';
import { ForgottenCodes } from './forgotten-codes.js';

const DAY = 86_400_000;
const everywhere = { work: true, role: 'all' } as const;

class Given {
  now = 40 * DAY;
  readonly forgotten: string[] = [];
  readonly tombstones = new Set<string>();
  readonly errors: unknown[] = [];
  finds = 0;
  atOnce = 0;
  mostAtOnce = 0;
  bad: string | null = null;
  givenAt = 0;
  readonly codes: ForgottenCodes;

  constructor(config: ConstructorParameters<typeof ForgottenCodes>[4] = everywhere) {
    const reads = {
      find: async () => {
        this.finds += 1;
        this.atOnce += 1;
        this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
        await new Promise(setImmediate);
        this.atOnce -= 1;
        return [];
      },
    };
    const cards = {
      code: async (record: string) => {
        if (record === this.bad) throw new Error('altered');
        return { code: '123', givenAt: this.givenAt };
      },
      isErased: async ({ record }: { record: string }) => this.tombstones.has(record),
      forget: async ({ record }: { record: string }) => {
        if (record === this.bad) throw new Error('altered');
        this.forgotten.push(record);
      },
    };
    const projector = { reached: async () => true } as unknown as Projector;
    const logger = { error: (fact: { err: unknown }) => void this.errors.push(fact.err) };
    const vault = cards as unknown as CardVault;
    this.codes = new ForgottenCodes(
      reads as unknown as Reads,
      vault,
      projector,
      () => this.now,
      config,
      logger as never,
    );
  }

  onBatch(count: number): void {
    for (let n = 0; n < count; n += 1) this.codes.add(`c-${n}`);
    this.now += 15_000;
  }
}

describe('codes that profiles offer no more', () => {
  it('are erased once, sixteen at a time, however often it is looked', async () => {
    const given = new Given();
    given.onBatch(100);
    await Promise.all([1, 2, 3].map(() => given.codes.eraseForgotten()));
    await given.codes.eraseForgotten();
    expect([given.forgotten.length, given.finds, given.mostAtOnce]).toEqual([100, 100, 16]);
  });

  it('are erased despite one that cannot be, which is tried again and told of', async () => {
    const given = new Given();
    given.onBatch(3);
    given.bad = 'c-0';
    await given.codes.eraseForgotten();
    expect([given.forgotten, given.errors]).toEqual([['c-1', 'c-2'], [new Error('altered')]]);
    given.bad = null;
    given.now += 15_000;
    await given.codes.eraseForgotten();
    expect(given.forgotten).toEqual(['c-1', 'c-2', 'c-0']);
  });

  it('cost no query once they are erased: a projection that is folded anew hears of all', async () => {
    const given = new Given();
    given.onBatch(5);
    for (const n of [0, 1, 2, 3]) given.tombstones.add(`c-${n}`);
    await given.codes.eraseForgotten();
    expect([given.forgotten, given.finds]).toEqual([['c-4'], 1]);
  });

  it.each([
    [everywhere, true],
    [{ ...everywhere, part: 'answers' }, false],
    [{ ...everywhere, part: 'follows' }, true],
    [{ work: true, role: 'api' }, false],
    [{ work: true, role: 'projector' }, true],
    [{ work: true, role: 'worker' }, true],
    [{ ...everywhere, work: false }, false],
  ] as const)('are erased where they are recorded: %j %s', (config, isErasing) => {
    expect(new Given(config).codes.isErasing).toBe(isErasing);
  });

  it('go thirty days after they were typed, however young the copy of an order is', async () => {
    const given = new Given();
    const of = (id: string) => ({ id, createdAt: given.now - DAY });
    given.givenAt = given.now - 31 * DAY;
    expect(await given.codes.eraseTooOld([of('c-1.o-1'), of('c-1')])).toEqual(['c-1']);
    given.givenAt = given.now - 29 * DAY;
    expect(await given.codes.eraseTooOld([of('c-1.o-1')])).toEqual(['c-1.o-1']);
    expect(given.forgotten).toEqual(['c-1.o-1']);
  });

  it('go thirty days after they were typed despite one that cannot be read', async () => {
    const given = new Given();
    given.bad = 'c-0.o-1';
    const codes = ['c-0.o-1', 'c-1.o-1'].map((id) => ({ id, createdAt: given.now }));
    expect(await given.codes.eraseTooOld(codes)).toEqual([]);
    expect([given.forgotten, given.errors]).toEqual([['c-1.o-1'], [new Error('altered')]]);
  });
});
