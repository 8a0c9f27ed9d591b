import type { SchedulerRegistry } from '@nestjs/schedule';
import type { Logger } from 'pino';
import type { Position } from '../stores/event-log/event-log.js';
import type { Breaker } from './breakers.js';
import type { JobRows } from './job-rows.js';
import type { Job } from './jobs.projection.js';

export const JOBS = 'jobs';

export interface QueueTools {
  rows: JobRows;
  registry: SchedulerRegistry;
  clock: () => number;
  random: () => number;
  mayBegin: (kind: string) => boolean;
  isInShare: (id: string) => boolean;
  isRushed: () => boolean;
  logger: Logger;
  breaker: Breaker | undefined;
  passed(position: Position): Promise<boolean>;
  park(row: Job, attempts: number, reason: string): Promise<Position>;
  look(): void;
}
