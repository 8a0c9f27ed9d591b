import type { Position } from './event-log.js';

/** How a log is known again: an event that somebody has seen in it. A position alone says nothing of which log it is of. */
export interface Checkpoint {
  position: Position;
  /** id of the event there; null: an earlier program did not keep it */
  event: string | null;
  /** that the event stands in; missing where nobody kept it */
  stream?: string;
}

/** What is known of a log. */
export interface KnownLog {
  /** its installation's id */
  installation: string;
  /** newest first */
  checkpoints: readonly Checkpoint[];
}

/** What a log says of itself. */
export interface ObservedLog {
  /** null: it does not say */
  installation: string | null;
  head: Position;
  /** ids of the events at the positions that were asked for; undefined where there is none */
  at: ReadonlyMap<Position, string | undefined>;
}

/**
 * `older`: it ends before what is known of it. `replaced`: it is another log. `undecided`: what is known of it is gone from its middle, as
 * after a scavenge.
 */
export type Judgement = 'same' | 'older' | 'replaced' | 'undecided';

/** ms between the two looks after which an end before the known one is believed: a deposed leader may tell of an old one */
export const SEEN_AGAIN_AFTER = 10_000;

/**
 * Which log this is. `endedBeforeFor`: ms since an earlier look saw it end before what is known; what is still missing then counts as cut off, also
 * where the log has grown meanwhile. `believedAfter`: ms.
 */
export function judge(
  known: KnownLog,
  observed: ObservedLog,
  endedBeforeFor: number | null = null,
  believedAfter = SEEN_AGAIN_AFTER,
): Judgement {
  if (observed.installation !== null && observed.installation !== known.installation) return 'replaced';
  for (const { position, event } of known.checkpoints) {
    const found = observed.at.get(position);
    const isMissing = found === undefined && position > 0;
    if (isMissing && (position > observed.head || endedBeforeFor !== null))
      return endedBeforeFor !== null && endedBeforeFor >= believedAfter ? 'replaced' : 'older';
    if (position === 0 || event === null || found === event) return 'same';
    if (!isMissing) return 'replaced';
  }
  return known.checkpoints.length === 0 ? 'same' : 'undecided';
}

/** Why a log is another one, as part of a sentence. */
export function difference(known: KnownLog, { installation, head, at }: ObservedLog): string {
  if (installation !== null && installation !== known.installation) return 'it is that of another installation';
  const other = known.checkpoints.find(
    ({ position, event }) => at.get(position) !== undefined && at.get(position) !== event,
  );
  if (other) return `it has another event at position ${other.position} than was there before`;
  return `it ends at position ${head} and lacks the event at position ${known.checkpoints[0]?.position ?? 0}`;
}
