import { Injectable } from '@nestjs/common';
import type { ReadinessCondition } from '@supreme-access/contract/system-types.js';
import { Discovered } from '../discovered.js';
import { DueReport } from '../due/due-report.js';
import type { Position } from '../log/event-log.js';
import { Startup } from '../platform.js';
import { FOLLOWS_NO_MORE, whyStopped } from '../projections/failure-words.js';
import { type Progress, Projector } from '../projections/projector.js';
import { Streams } from '../streams.js';
import { Routines } from './routines.js';
import { StoreHealth } from './store-health.js';

/** What readiness is made of. */
export interface Standing {
  isReady: boolean;
  progress: Progress;
  head: Position | null;
  /** which store does not answer, or why nothing is heard of what others do, in words */
  silent: string | null;
  deaf: string | null;
  /** why the disk takes nothing new */
  full: string | null;
  /** why the log is not the one that this process knows, and what to do */
  replaced: string | null;
  /** the start is not over, although the read models have caught up */
  isStarting: boolean;
  /** why the log cannot say what it has stored */
  inDoubt: string | null;
  /** records of the vault that the log names and the vault lacks */
  lacking: readonly string[];
  /** what is late or away while the program itself is well, as sentences */
  degraded: readonly string[];
  /** of what is done every so often: late or fine */
  routines: readonly ReadinessCondition[];
}

@Injectable()
export class Readiness {
  constructor(
    private readonly projector: Projector,
    private readonly streams: Streams,
    private readonly startup: Startup,
    private readonly stores: StoreHealth,
    private readonly due: DueReport,
    private readonly discovered: Discovered,
  ) {}

  async look(): Promise<Standing> {
    const progress = this.projector.progress();
    const { caughtUp, failures, stopped, waitsFor } = progress;
    const [{ head, silent, deaf, full, replaced, lacking }, degraded] = await Promise.all([
      this.stores.ask(),
      caughtUp ? this.due.degraded() : [],
    ]);
    const told = this.startup.olderLog === null ? degraded : [this.startup.olderLog, ...degraded];
    const isStarting = caughtUp && !this.startup.isOver;
    const inDoubt = this.streams.inDoubt();
    const waits = replaced ?? silent ?? waitsFor ?? deaf ?? full ?? inDoubt;
    const isWhole = caughtUp && failures.length === 0 && stopped === null && lacking.length === 0;
    const isReady = isWhole && waits === null && !isStarting;
    const routines = this.discovered.of(Routines).map((routine) => routine.condition());
    const stores = { head, silent, deaf, full, replaced, lacking };
    return { isReady, progress, ...stores, isStarting, inDoubt, degraded: told, routines };
  }
}

/** The same in words, condition by condition. What to do is said at length in docs/operations.md, "When something lasts". */
export function inWords({
  progress,
  silent,
  deaf,
  full,
  replaced,
  isStarting,
  inDoubt,
  lacking,
  degraded,
  routines,
}: Standing): ReadinessCondition[] {
  const { caughtUp, failures, behind, stopped, waitsFor } = progress;
  const stopping = [
    ...failures.map((failure) => `${failure.projection} has stopped. ${whyStopped(failure)}`),
    ...(stopped === null ? [] : [FOLLOWS_NO_MORE]),
  ];
  const elsewhere = behind.map(({ projection }) => `${projection} stands still in the process that folds it`);
  return [
    condition('Start', isStarting ? ['The first steps of the start go on.'] : [], 'Wait a moment.', 'Over.'),
    condition(
      'Read models',
      caughtUp ? (waitsFor === null ? [] : [waitsFor]) : ['They are folded from the log.'],
      'Wait: it goes on by itself. Where nobody folds, start a process of role projector or all.',
      'They have caught up with the log.',
    ),
    condition(
      'Projections',
      stopping,
      'Start a program that can take the event, or rebuild and replace the read model below.',
      elsewhere.length === 0 ? 'All of them fold.' : elsewhere.join('; '),
      elsewhere.length === 0 ? 'fine' : 'late',
    ),
    condition(
      'Stores',
      silent === null ? [] : [silent],
      'Look at the disk or the network first. A restart is safe, and seldom needed.',
      'Log, read models and vault answer.',
    ),
    condition(
      'Disk',
      full === null ? [] : [full],
      'Make room on the disk of DATA_DIR: it goes on by itself. Nothing new is taken until then; nothing is lost.',
      'It has room.',
    ),
    condition(
      'Event log',
      replaced === null ? [] : [replaced],
      'Put back the stores that belong together, and start again.',
      'It is the one that was opened.',
    ),
    condition(
      'Events of others',
      deaf === null ? [] : [deaf],
      'It tries again by itself; if that lasts, look at the event store.',
      'What other processes do is heard.',
    ),
    condition(
      'Appends',
      inDoubt === null ? [] : [inDoubt],
      'Callers hear 503 meanwhile. If it lasts, restart.',
      'The log says what it has stored.',
    ),
    condition(
      'Vault',
      lacking.map((record) => `It lacks ${record}.`),
      'Restore the vault that belongs to this log, or accept the loss.',
      'It has what the log names.',
    ),
    condition(
      'Waiting work',
      degraded,
      'Nothing is lost. Reach the partner that is away; look at the stuck rows below.',
      'Nothing is late, nobody is away.',
      'fine',
      'late',
    ),
    ...routines,
  ];
}

function condition(
  name: string,
  troubles: readonly string[],
  todo: string,
  fine: string,
  otherwise: ReadinessCondition['state'] = 'fine',
  trouble: ReadinessCondition['state'] = 'not ready',
): ReadinessCondition {
  if (troubles.length > 0) return { name, state: trouble, says: troubles.join('; '), todo };
  return { name, state: otherwise, says: fine, todo: otherwise === 'fine' ? null : todo };
}
