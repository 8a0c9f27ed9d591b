import { mayComeBack, STREAM_DAMAGED, StreamDamaged } from '../stores/event-log/stream-integrity.js';
import type { JobWorker } from './job-worker.js';
import type { QueueTools } from './queue-tools.js';
import type { Attempted } from './retries.js';

const PARKED_AFTER = 20;

/** Resolves once a parking is folded; one that fails is repeated at the next failed attempt. */
export async function reportFailure(
  { row, attempts, ownAttempts, reason }: Attempted,
  error: unknown,
  { parks }: JobWorker,
  { logger, park, passed }: QueueTools,
): Promise<void> {
  const { kind, id } = row;
  logger.warn({ kind, id, attempts, reason, err: error }, 'a job failed');
  const isLocked = error instanceof StreamDamaged && !mayComeBack(error.damage);
  if (!isLocked && (!parks || ownAttempts < PARKED_AFTER)) return;
  try {
    const position = await park(row, ownAttempts, isLocked ? STREAM_DAMAGED : (reason ?? 'error'));
    logger.error({ kind, id, reason }, 'a job is parked: an operator decides');
    await passed(position);
  } catch (failure) {
    logger.warn({ kind, id, err: failure }, 'a job was not parked');
  }
}
