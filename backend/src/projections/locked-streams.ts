import type { Position } from '../stores/event-log/event-log.js';
import type { DamageReason, Link } from '../stores/event-log/stream-integrity.js';
import type { Collection } from '../stores/read-models/read-models.js';

export const PASSED_OVER: Collection = { name: 'passed-over', version: 1, indexes: [] };

export const FOREIGN = 'foreign';

export interface Lock {
  stream: string;
  revision: number;
  reason: DamageReason;
  /** what the damaged event should follow; null: it should be the first */
  previous: Link | null;
  lockedAt: Position;
  /** position of the accepting event; null: none */
  acceptedAt: Position | null;
  passed: number;
}

export interface Foreign {
  events: number;
  streams: string[];
  hasMore: boolean;
}

export interface PassedOver {
  foreign: Foreign;
  locks: Lock[];
}

export const NOTHING_FOREIGN: Foreign = { events: 0, streams: [], hasMore: false };
const NAMED = 20;

export function withForeign({ events, streams, hasMore }: Foreign, stream: string): Foreign {
  const isListed = streams.includes(stream);
  const isFull = !isListed && streams.length >= NAMED;
  const named = isListed || isFull ? streams : [...streams, stream];
  return { events: events + 1, streams: named, hasMore: hasMore || isFull };
}

export function foreignInWords({ events, streams, hasMore }: Foreign): string {
  if (events === 0) return '';
  const named = `${streams.join(', ')}${hasMore ? ' and others' : ''}`;
  return `${events} ${events === 1 ? 'event is' : 'events are'} ignored because their streams belong to another program: ${named}`;
}
