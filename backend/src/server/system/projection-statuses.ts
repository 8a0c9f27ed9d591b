import type { ReadModelStatus } from '@supreme-access/contract/shapes/system.js';
import type { Progress, ProjectorFailure } from '../../projections/announced-folding.js';
import type { Projection } from '../../projections/projection.js';
import type { EventLog, Position } from '../../stores/event-log/event-log.js';
import type { Platform } from '../platform.js';

const COUNTED = 500;
const SEE = '/readyz shows operators the error.';

export const FOLLOWS_NO_MORE = `This process no longer follows the event log. ${SEE}`;

/** An error's message may hold personal data, so pages never show it. */
export function whyStopped({ cause, eventId, position }: Omit<ProjectorFailure, 'message'>): string {
  const trouble =
    cause === 'event' ? `It cannot process event ${eventId} at position ${position}.` : 'Its store rejected a row.';
  return `${trouble} ${SEE}`;
}

type Stores = Pick<Platform, 'log' | 'models' | 'projector' | 'projections' | 'clock' | 'follower'>;

/** Reports the progress of every read model by its checkpoint, in this and other processes. */
export class ProjectionStatuses {
  constructor(private readonly stores: Stores) {}

  get folds(): boolean {
    return this.stores.projector.folds || this.stores.follower !== null;
  }

  async look(): Promise<{ head: Position; statuses: ReadModelStatus[] }> {
    const { log, models, projector, projections, clock } = this.stores;
    const head = await log.head();
    const progress = projector.progress();
    const now = clock();
    const lags = new Map<Position, Promise<{ lagEvents: number; lagMs: number }>>();
    const statuses = projections.map(async (projection): Promise<ReadModelStatus> => {
      const status = stateOf(projection, progress);
      const stored = await models.checkpoint(projection);
      // The checkpoint lags behind events that the read model ignores.
      const position = status.state === 'running' ? Math.max(stored, Math.min(head, progress.position)) : stored;
      const lag = lags.get(position) ?? lagOf(log, position, head, now);
      lags.set(position, lag);
      const { name, version } = projection;
      return { name, version, position, ...(await lag), ...status };
    });
    return { head, statuses: await Promise.all(statuses) };
  }
}

async function lagOf(log: EventLog, position: Position, head: Position, now: number) {
  if (position >= head) return { lagEvents: 0, lagMs: 0 };
  let [lagEvents, lagMs] = [0, 0];
  for await (const { metadata, isForeign } of log.readAll({ after: position, limit: COUNTED })) {
    if (lagMs === 0 && !isForeign) lagMs = Math.max(0, now - metadata.recordedAt);
    lagEvents += 1;
  }
  return { lagEvents, lagMs };
}

function stateOf(
  { name }: Projection<unknown>,
  { failures, behind, stopped, waitsFor, caughtUp }: Progress,
): Pick<ReadModelStatus, 'state' | 'why' | 'stoppedAt'> {
  const failure = failures.find(({ projection }) => projection === name);
  if (failure) {
    const { eventId, position } = failure;
    return { state: 'stopped', why: whyStopped(failure), stoppedAt: eventId === '' ? null : { eventId, position } };
  }
  if (stopped !== null) return { state: 'stopped', why: FOLLOWS_NO_MORE, stoppedAt: null };
  const isBehind = behind.some(({ projection }) => projection === name);
  if (isBehind)
    return { state: 'stopped', why: 'It has stopped advancing in the process that updates it.', stoppedAt: null };
  const waits = waitsFor ?? (caughtUp ? null : 'It is catching up with the event log.');
  return { state: waits === null ? 'running' : 'waiting', why: waits, stoppedAt: null };
}
