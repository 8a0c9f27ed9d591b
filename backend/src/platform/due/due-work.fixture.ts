import { jest } from '@jest/globals';
import { pino } from 'pino';
import type { BatchListener, Projector } from '../projections/projector.js';
import type { AnyRecorded } from '../projections/recorded.js';
import { memoryReadModels } from '../read-models/sqlite-read-models.js';
import { type DueRow, dueProjection, dueRule, rowKey } from './due.projection.js';
import { DueWork, type DueWorker } from './due-work.js';

export const NOW = 1_000_000;

type GivenRow = Omit<DueRow, 'attempt' | 'cause'>;

export const mails = (count: number, dueAt = NOW): GivenRow[] =>
  Array.from({ length: count }, (_, index) => ({ kind: 'mail', id: `mail-${index}`, dueAt }));

/** Due work on rows in memory, under the spec's timers; an event of an order makes a mail due that is named as its stream. */
export class DueBench {
  readonly done: string[] = [];
  isSaturated = false;
  /** kinds that may not begin */
  keptBack: readonly string[] = [];
  /** what is told of a position: that it is folded */
  passed: () => Promise<boolean> = async () => true;
  readonly dueWork: DueWork;
  private readonly models = memoryReadModels();
  readonly reads = jest.spyOn(this.models, 'find');
  private listener: BatchListener = () => undefined;
  private readonly due = dueProjection([
    dueRule(['order'], ({ stream }) => [{ kind: 'mail', id: stream, dueAt: NOW }]),
  ]);

  constructor() {
    const onBatch = (listener: BatchListener) => {
      this.listener = listener;
    };
    const projector = { onBatch, passed: () => this.passed() } as unknown as Projector;
    const logger = pino({ level: 'silent' });
    const mayBegin = (kind: string) => !this.keptBack.includes(kind);
    const options = { isSaturated: () => this.isSaturated, random: () => 1, mayBegin };
    this.dueWork = new DueWork(this.models, projector, this.due, () => Date.now(), logger, options);
  }

  /** Rows of each kind, due at these times; working on one ends it. */
  async given(workers: readonly Partial<DueWorker>[], rows: readonly GivenRow[]): Promise<void> {
    await this.models.open([this.due]);
    for (const row of rows) await this.put(row, { ...row, attempt: 0, cause: 'e-1' }, 1);
    const { end: work } = this;
    for (const worker of workers) this.dueWork.register({ kind: 'mail', concurrency: 2, work, ...worker });
  }

  put(row: GivenRow, document: DueRow | null, position: number): Promise<void> {
    return this.models.write(this.due, [{ id: rowKey(row), position, document }]);
  }

  tell(events: readonly AnyRecorded[]): void {
    this.listener(events);
  }

  /** what a worker does that does nothing else */
  readonly end = async (row: DueRow): Promise<number> => {
    this.done.push(row.id);
    await this.put(row, null, 9);
    return 9;
  };
}
