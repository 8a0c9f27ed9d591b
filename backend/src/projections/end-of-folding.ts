import { setTimeout as wait } from 'node:timers/promises';
import type { ReadModels } from '../stores/read-models/read-models.js';

/** ms */
const GRACE = 2_000;

/**
 * Resolves once what was told to end has ended. What a store elsewhere does not answer is waited for a moment only: the next start
 * repeats it. A store of this process always answers, and must not close under a write.
 */
export async function endOfFolding(
  { isElsewhere }: Pick<ReadModels, 'isElsewhere'>,
  ended: Promise<unknown>,
  graceMs = GRACE,
): Promise<void> {
  await (isElsewhere ? Promise.race([ended, wait(graceMs, undefined, { ref: false })]) : ended);
}
