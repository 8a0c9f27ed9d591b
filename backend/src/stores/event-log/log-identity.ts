import type { Position } from './event-log.js';

export interface Checkpoint {
  position: Position;
  event: string | null;
  stream?: string;
}

export interface ExpectedLog {
  installation: string;
  /** newest first */
  checkpoints: readonly Checkpoint[];
}

export interface ObservedLog {
  installation: string | null;
  head: Position;
  at: ReadonlyMap<Position, string | undefined>;
}

/** `older`: it ends too early; `undecided`: the known events are missing, as after a scavenge. */
export type Judgement = 'same' | 'older' | 'replaced' | 'undecided';

/** ms; a deposed leader may report an old head */
export const SEEN_AGAIN_AFTER = 10_000;

/** @param endedBeforeFor ms since a check found the log too short; null: never @param believedAfter ms */
export function judge(
  expected: ExpectedLog,
  observed: ObservedLog,
  endedBeforeFor: number | null = null,
  believedAfter = SEEN_AGAIN_AFTER,
): Judgement {
  if (observed.installation !== null && observed.installation !== expected.installation) return 'replaced';
  for (const { position, event } of expected.checkpoints) {
    const found = observed.at.get(position);
    const isMissing = found === undefined && position > 0;
    if (isMissing && (position > observed.head || endedBeforeFor !== null))
      return endedBeforeFor !== null && endedBeforeFor >= believedAfter ? 'replaced' : 'older';
    if (position === 0 || event === null || found === event) return 'same';
    if (!isMissing) return 'replaced';
  }
  return expected.checkpoints.length === 0 ? 'same' : 'undecided';
}

export function difference(expected: ExpectedLog, { installation, head, at }: ObservedLog): string {
  if (installation !== null && installation !== expected.installation) return 'it is that of another installation';
  const other = expected.checkpoints.find(
    ({ position, event }) => at.get(position) !== undefined && at.get(position) !== event,
  );
  if (other) return `it has another event at position ${other.position} than was there before`;
  return `it ends at position ${head} and lacks the event at position ${expected.checkpoints[0]?.position ?? 0}`;
}
