import type { JobWorker } from './job-worker.js';

/** ms */
const LONGEST_WAIT = 30_000;
export const LONGEST_IN_A_RUSH = 300_000;

/** `waited`: ms */
export function isHeldBack(
  { urgent, background }: JobWorker,
  { isSaturated, isRushed }: { isSaturated: () => boolean; isRushed: () => boolean },
  waited: number,
): boolean {
  if (!isSaturated()) return false;
  if (!urgent && isRushed()) return waited < LONGEST_IN_A_RUSH;
  return background === true && waited < LONGEST_WAIT;
}
