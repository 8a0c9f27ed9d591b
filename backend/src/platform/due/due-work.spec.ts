import { jest } from '@jest/globals';
import { pino } from 'pino';
import type { BatchListener, Projector } from '../projections/projector.js';
import type { AnyRecorded } from '../projections/recorded.js';
import { memoryReadModels } from '../read-models/memory-read-models.js';
import { type DueRow, dueProjection, dueRule, rowKey } from './due.projection.js';
import { DueWork, type DueWorker } from './due-work.js';

const NOW = 1_000_000;
/** ms; the sweep comes every two seconds, and is not to be what helps */
const BEFORE_THE_SWEEP = 1_900;

describe('due work', () => {
  const mailed = dueRule(['order'], ({ stream }) => [{ kind: 'mail', id: stream, dueAt: NOW }]);
  const due = dueProjection([mailed]);
  let now = NOW;
  let isSaturated = false;
  let dueWork: DueWork;
  let done: string[];
  let tell: BatchListener;
  let put: (row: Omit<DueRow, 'attempt'>, document: DueRow | null, position: number) => Promise<void>;
  /** what a worker does that does nothing else */
  let end: (row: DueRow) => Promise<number>;

  /** Rows of each kind, due at these times; working on one ends it. */
  async function given(workers: readonly Partial<DueWorker>[], rows: readonly Omit<DueRow, 'attempt'>[]) {
    [now, isSaturated, done] = [NOW, false, []];
    const models = memoryReadModels();
    await models.open([due]);
    put = (row, document, position) => models.write(due, [{ id: rowKey(row), position, document }]);
    for (const row of rows) await put(row, { ...row, attempt: 0 }, 1);
    const onBatch = (listener: BatchListener) => {
      tell = listener;
    };
    const projector = { onBatch, passed: async () => true } as unknown as Projector;
    dueWork = new DueWork(
      models,
      projector,
      due,
      () => now,
      pino({ level: 'silent' }),
      () => isSaturated,
    );
    end = async (row) => {
      done.push(row.id);
      await put(row, null, 2);
      return 2;
    };
    for (const worker of workers) dueWork.register({ kind: 'mail', concurrency: 2, work: end, ...worker });
  }
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const pass = async (ms: number) => {
    for (const until = now + ms; now < until; ) {
      now += 50;
      await jest.advanceTimersByTimeAsync(50);
    }
  };
  const mails = (count: number, dueAt = NOW) =>
    Array.from({ length: count }, (_, index) => ({ kind: 'mail', id: `mail-${index}`, dueAt }));

  it('is taken when it is due and not before, the longest due first', async () => {
    const rows = [
      { kind: 'mail', id: 'later', dueAt: NOW + 60_000 },
      { kind: 'mail', id: 'second', dueAt: NOW - 1 },
      { kind: 'mail', id: 'first', dueAt: NOW - 2 },
    ];
    await given([{ concurrency: 1 }], rows);

    dueWork.start();

    await pass(59_000);
    expect(done).toEqual(['first', 'second']);
    await pass(1_500);
    expect(done.at(-1)).toBe('later');
  });

  it('is taken at once where an event made it, and in any case by the sweep', async () => {
    await given([{ kind: 'mail' }, { kind: 'checkout' }], []);
    dueWork.start();
    await pass(50);

    for (const kind of ['mail', 'checkout']) {
      const row = { kind, id: `the ${kind}`, dueAt: NOW };
      await put(row, { ...row, attempt: 0 }, 1);
    }
    tell([{ category: 'order', stream: 'order-1' } as AnyRecorded]);

    await pass(50);
    expect(done).toEqual(['the mail']);
    await pass(2_000);
    expect(done).toEqual(['the mail', 'the checkout']);
  });

  it('of one kind is never more at once than its bound', async () => {
    let [running, most] = [0, 0];
    const ends: (() => void)[] = [];
    const slow = async (row: DueRow) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
      return end(row);
    };
    await given([{ concurrency: 3, work: slow }], mails(9));

    dueWork.start();

    for (let left = 9; left > 0; left -= 3) {
      await pass(1_000);
      expect(ends).toHaveLength(3);
      for (const release of ends.splice(0)) release();
    }
    expect(most).toBe(3);
  });

  describe('that can wait', () => {
    it('waits while the event loop is saturated, and other work does not', async () => {
      const urgent = { kind: 'checkout', id: 'checkout-1', dueAt: NOW };
      await given([{ background: true }, { kind: 'checkout' }], [...mails(4), urgent]);
      isSaturated = true;

      dueWork.start();
      await pass(10_000);

      expect(done).toEqual(['checkout-1']);
    });

    it('goes on as soon as there is rest, not only when the next sweep comes', async () => {
      await given([{ background: true }], mails(20));
      isSaturated = true;
      dueWork.start();
      await pass(BEFORE_THE_SWEEP / 2);

      isSaturated = false;
      await pass(BEFORE_THE_SWEEP / 2);

      expect(done).toHaveLength(20);
    });

    it('waits for half a minute at most', async () => {
      await given([{ background: true }], mails(4));
      isSaturated = true;
      dueWork.start();

      await pass(29_000);
      expect(done).toEqual([]);
      await pass(3_000);
      expect(done).toHaveLength(4);
    });
  });
});
