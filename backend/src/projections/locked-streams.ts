import type { Position } from '../stores/event-log/event-log.js';
import type { DamageReason, Link } from '../stores/event-log/stream-integrity.js';
import type { Collection } from '../stores/read-models/read-models.js';

/** What read models pass over, kept among them: it is folded from the log as they are, and goes with them. */
export const PASSED_OVER: Collection = { name: 'passed-over', version: 1, indexes: [] };

/** id of the one row about streams that are not ours; the others are named by `placeOf` */
export const FOREIGN = 'foreign';

/** A stream of ours from a damaged event on, until an operator accepts that event. */
export interface Lock {
  stream: string;
  /** of the damaged event */
  revision: number;
  reason: DamageReason;
  /** what the damaged event should have followed; null: nothing, it should have been the first */
  previous: Link | null;
  /** position of the event by which it was found */
  lockedAt: Position;
  /** position of the event that accepted the damaged one; null: none has */
  acceptedAt: Position | null;
  /** events that were passed over meanwhile */
  passed: number;
}

/** Events in streams that are not ours. */
export interface Foreign {
  events: number;
  /** the first of them */
  streams: string[];
  hasMore: boolean;
}

/** What this log holds that is folded into nothing. */
export interface PassedOver {
  foreign: Foreign;
  /** those that are locked now */
  locks: Lock[];
}

export const NOTHING_FOREIGN: Foreign = { events: 0, streams: [], hasMore: false };
/** streams that are named */
const NAMED = 20;

export function withForeign({ events, streams, hasMore }: Foreign, stream: string): Foreign {
  const isKnown = streams.includes(stream);
  const isFull = !isKnown && streams.length >= NAMED;
  const named = isKnown || isFull ? streams : [...streams, stream];
  return { events: events + 1, streams: named, hasMore: hasMore || isFull };
}

/** For people; empty where there is nothing. */
export function foreignInWords({ events, streams, hasMore }: Foreign): string {
  if (events === 0) return '';
  const named = `${streams.join(', ')}${hasMore ? ' and others' : ''}`;
  return `${events} ${events === 1 ? 'event is' : 'events are'} ignored because their streams belong to another program: ${named}`;
}
