import { Injectable } from '@nestjs/common';
import type { ReadinessCondition } from '@supreme-access/contract/shapes/system.js';
import { Discovered } from '../../event-sourcing/discovered.js';
import { HealthChecks, Startup } from '../../event-sourcing/health-checks.js';
import { Streams } from '../../event-sourcing/streams.js';
import { JobReport } from '../../jobs/job-report.js';
import type { Progress } from '../../projections/announced-folding.js';
import { Projector } from '../../projections/projector.js';
import type { Position } from '../../stores/event-log/event-log.js';
import { FOLLOWS_NO_MORE, whyStopped } from './projection-statuses.js';
import { StoreHealth } from './store-health.js';

export interface ReadinessReport {
  isReady: boolean;
  progress: Progress;
  head: Position | null;
  silent: string | null;
  deaf: string | null;
  full: string | null;
  replaced: string | null;
  isStarting: boolean;
  /** why the outcome of an append is unknown */
  inDoubt: string | null;
  /** vault records that the log names and the vault lacks */
  lacking: readonly string[];
  /** what is late or unavailable, in sentences; the status stays ready */
  degraded: readonly string[];
  healthChecks: readonly ReadinessCondition[];
}

@Injectable()
export class Readiness {
  constructor(
    private readonly projector: Projector,
    private readonly streams: Streams,
    private readonly startup: Startup,
    private readonly stores: StoreHealth,
    private readonly due: JobReport,
    private readonly discovered: Discovered,
  ) {}

  async look(): Promise<ReadinessReport> {
    const progress = this.projector.progress();
    const { caughtUp, failures, stopped, waitsFor } = progress;
    const [{ head, silent, deaf, full, replaced, lacking, healthChecks: theirs }, degraded] = await Promise.all([
      this.stores.ask(),
      caughtUp ? this.due.degraded() : [],
    ]);
    const sentences = this.startup.olderLog === null ? degraded : [this.startup.olderLog, ...degraded];
    const isStarting = caughtUp && !this.startup.isOver;
    const inDoubt = this.streams.inDoubt();
    const waits = replaced ?? silent ?? waitsFor ?? deaf ?? full ?? inDoubt;
    const isWhole = caughtUp && failures.length === 0 && stopped === null && lacking.length === 0;
    const isReady = isWhole && waits === null && !isStarting;
    const healthChecks = this.discovered.of(HealthChecks).map((check) => worse(check.condition(), theirs));
    const stores = { head, silent, deaf, full, replaced, lacking };
    return { isReady, progress, ...stores, isStarting, inDoubt, degraded: sentences, healthChecks };
  }
}

/** The thread that works says why something is late; one that is fine need not know. */
export function worse(ours: ReadinessCondition, theirs: readonly ReadinessCondition[]): ReadinessCondition {
  const found = theirs.find(({ name, state }) => name === ours.name && state !== 'fine');
  return found && ours.state !== 'not ready' ? found : ours;
}

/** Conditions in words; docs/operations.md explains the actions ("When something lasts"). */
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
  healthChecks,
}: ReadinessReport): ReadinessCondition[] {
  const { caughtUp, failures, behind, stopped, waitsFor } = progress;
  const stopping = [
    ...failures.map((failure) => `${failure.projection} has stopped. ${whyStopped(failure)}`),
    ...(stopped === null ? [] : [FOLLOWS_NO_MORE]),
  ];
  const elsewhere = behind.map(
    ({ projection }) => `${projection} has stopped advancing in the process that updates it`,
  );
  return [
    condition('Startup', isStarting ? ['Startup is not complete yet.'] : [], 'Wait a moment.', 'Startup complete.'),
    condition(
      'Read models',
      caughtUp ? (waitsFor === null ? [] : [waitsFor]) : ['The read models are being built from the event log.'],
      'This continues automatically. If no process updates them, start one with ROLE=projector or ROLE=all.',
      'All read models are up to date.',
    ),
    condition(
      'Projections',
      stopping,
      'Start a version that can process the event, or rebuild and replace the read model.',
      elsewhere.length === 0 ? 'All projections running.' : elsewhere.join('; '),
      elsewhere.length === 0 ? 'fine' : 'late',
    ),
    condition(
      'Stores',
      silent === null ? [] : [silent],
      'Check the disk and the network first. A restart is safe but rarely needed.',
      'Event log, read models and vault are responding.',
    ),
    condition(
      'Disk',
      full === null ? [] : [full],
      'Free up space on the disk that holds DATA_DIR. Work continues automatically; until then nothing new is accepted, and nothing is lost.',
      'Enough free space.',
    ),
    condition(
      'Event log',
      replaced === null ? [] : [replaced],
      'Restore stores that belong together, then restart.',
      'The event log is the one this process opened.',
    ),
    condition(
      'Events from other processes',
      deaf === null ? [] : [deaf],
      'Reconnecting automatically. If this lasts, check the event store.',
      'Receiving events from other processes.',
    ),
    condition(
      'Writes',
      inDoubt === null ? [] : [inDoubt],
      'Requests are answered with 503 meanwhile. If this lasts, restart.',
      'The event log confirms what it stores.',
    ),
    condition(
      'Vault',
      lacking.map((record) => `The record ${record} is missing.`),
      'Restore the vault that belongs to this event log, or accept the loss.',
      'Every record that the event log refers to is there.',
    ),
    condition(
      'Waiting work',
      degraded,
      'Nothing is lost. Check any service that is not responding, and the overdue jobs under Waiting work.',
      'Nothing is overdue, and every service is responding.',
      'fine',
      'late',
    ),
    ...healthChecks,
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
