import type { SchedulerRegistry } from '@nestjs/schedule';
import type { Logger } from 'pino';
import type { Position } from '../stores/event-log/event-log.js';
import type { Breaker } from './breakers.js';
import type { DueRow } from './due.projection.js';
import type { DueRows } from './due-rows.js';

/** What its timers are called in the registry of timers. */
export const JOBS = 'due work';

/** What the work of one kind needs of the process it runs in. */
export interface LineTools {
  rows: DueRows;
  registry: SchedulerRegistry;
  clock: () => number;
  random: () => number;
  isSaturated: () => boolean;
  /** whether work of this kind may begin while the disk is nearly full, or there is room */
  mayBegin: (kind: string) => boolean;
  /** work that nothing may delay is under way */
  isRushed: () => boolean;
  logger: Logger;
  breaker: Breaker | undefined;
  /** resolves once that is folded, or takes too long */
  passed(position: Position): Promise<unknown>;
  /** records that only an operator has the row tried again */
  park(row: DueRow, attempts: number, reason: string): Promise<unknown>;
  /** looks for what is due of this kind, soon */
  look(): void;
}
