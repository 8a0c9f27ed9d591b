import { setTimeout as wait } from 'node:timers/promises';
import type { ReadModels } from '../stores/read-models/read-models.js';

/** ms */
const GRACE = 2_000;

/** A remote store is waited for briefly; an embedded one must not close during a write. */
export async function endOfFolding(
  { isElsewhere }: Pick<ReadModels, 'isElsewhere'>,
  ended: Promise<unknown>,
  graceMs = GRACE,
): Promise<void> {
  await (isElsewhere ? Promise.race([ended, wait(graceMs, undefined, { ref: false })]) : ended);
}
