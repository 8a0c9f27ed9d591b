import { fromOf } from '../runs/audit-run.js';
import type { RunDoc } from '../runs/runs.projection.js';

type Ranged = Pick<RunDoc, 'range' | 'startedAt'>;

/** Returns those, the newest first, that no later run covers: what they found is not known to be gone. */
export function uncleared<Run extends Ranged>(newestFirst: readonly Run[]): Run[] {
  let [from, hasUsual] = [Number.POSITIVE_INFINITY, false];
  return newestFirst.filter((run) => {
    const begins = fromOf(run.range, run.startedAt);
    // The usual range moves on with each night, so one usual run counts as covering those before it.
    const isCovered = from <= begins || (hasUsual && isUsual(run));
    if (run.range.to === null) from = Math.min(from, begins);
    hasUsual ||= isUsual(run);
    return !isCovered;
  });
}

/** Whether it compared at least what a run without a range does. */
export function isWhole({ range, startedAt }: Ranged): boolean {
  return range.to === null && fromOf(range, startedAt) <= fromOf({ from: null, to: null }, startedAt);
}

function isUsual({ range }: Ranged): boolean {
  return range.from === null && range.to === null;
}
