import { NO_STREAM, type RecordedEvent } from './event-log.js';
import { chainHash, GENESIS } from './hash-chain.js';

/** What every stream of this program begins with, up to its first `-`; any other stream in the log is somebody else's. */
const CATEGORIES: ReadonlySet<string> = new Set([
  'account',
  'audit',
  'check',
  'damage',
  'email',
  'invitation',
  'log',
  'mail',
  'order',
  'product',
  'profile',
  'promo',
  'purchase',
  'session',
  'staff',
  'stripe',
  'system',
  'totp',
  'vault',
  'waiting',
  'work',
]);

/** 'deleted': by a tombstone, for ever */
export type DamageReason = 'no-envelope' | 'hash' | 'gap' | 'beginning' | 'deleted';

/** Where a stream stops being what this program wrote: it is locked from there on, and nothing from there on is folded. */
export interface Damage {
  stream: string;
  revision: number;
  reason: DamageReason;
}

const WORDS: Readonly<Record<DamageReason, string>> = {
  'no-envelope': 'was not written by this program',
  hash: 'does not follow the hash before it',
  gap: 'does not follow the event before it',
  beginning: 'is not where the stream began: its beginning was deleted, or cut off by $tb, $maxCount or $maxAge',
  deleted: 'is gone: the stream was deleted for ever',
};

/** For people, without a full stop. */
export function damageInWords({ stream, revision, reason }: Damage): string {
  return `${stream} is locked: its event at revision ${revision} ${WORDS[reason]}`;
}

/** Whether the stream is whole again once an operator takes back in the store what was done to it: its events are hidden, not changed. */
export function mayComeBack({ reason }: Damage): boolean {
  return reason === 'beginning' || reason === 'gap';
}

/** A stream is locked: nothing is decided on it, and nothing more is appended. The text is for operators. */
export class StreamDamaged extends Error {
  constructor(readonly damage: Damage) {
    super(damageInWords(damage));
  }
}

/** The code by which whoever meets a locked stream is told. */
export const STREAM_DAMAGED = 'stream-damaged' as const;

/** For who goes on without what a locked stream would have said. */
export function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof StreamDamaged)) throw error;
}

/** Goes on with the others where the stream of one is locked. @throws StreamDamaged at the end, then */
export async function despiteDamage<T>(each: Iterable<T>, step: (one: T) => Promise<unknown>): Promise<void> {
  let damaged: StreamDamaged | undefined;
  for (const one of each) {
    try {
      await step(one);
    } catch (error) {
      if (!(error instanceof StreamDamaged)) throw error;
      damaged ??= error;
    }
  }
  if (damaged) throw damaged;
}

/** What the next event of a stream has to follow. */
export interface Link {
  revision: number;
  hash: string;
}

/** Events that an operator has accepted as damaged, by `placeOf`: they are passed over. */
export type Accepted = Pick<ReadonlySet<string>, 'has' | 'size'>;

const NOTHING: Accepted = new Set();

/** what EventStoreDB writes where a stream was deleted for ever; its revision is the largest there can be */
const TOMBSTONE = '$streamDeleted';

export function isOurStream(name: string): boolean {
  const end = name.indexOf('-');
  return end > 0 && CATEGORIES.has(name.slice(0, end));
}

/** An event's name among those that were accepted. */
export function placeOf({ stream, revision }: { stream: string; revision: number }): string {
  return `${stream}@${revision}`;
}

/**
 * What is wrong with an event as the one after `previous` (undefined: as the first one of its stream): null where nothing is, or
 * where it was accepted. What is missing cannot be accepted: a state without its beginning, or with a gap, is another state. An
 * event that is read for the second time is a gap: leave those out before.
 */
export function damageOf(
  previous: Link | undefined,
  event: RecordedEvent,
  accepted: Accepted = NOTHING,
): Damage | null {
  const { stream, revision } = event;
  if (event.isForeign && event.type === TOMBSTONE) return { stream, revision: 0, reason: 'deleted' };
  if (revision !== (previous?.revision ?? NO_STREAM) + 1) {
    return { stream, revision, reason: previous ? 'gap' : 'beginning' };
  }
  if (accepted.size > 0 && accepted.has(placeOf(event))) return null;
  if (event.isForeign) return { stream, revision, reason: 'no-envelope' };
  const follows = chainHash(previous?.hash ?? GENESIS, stream, revision, event) === event.metadata.hash;
  return follows ? null : { stream, revision, reason: 'hash' };
}

/** What the event after this one has to follow: an accepted event's own hash if it has one, else the hash before it. */
export function linkAfter(previous: Link | undefined, { revision, metadata }: RecordedEvent): Link {
  return { revision, hash: metadata.hash || (previous?.hash ?? GENESIS) };
}
