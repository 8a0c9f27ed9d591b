import { NO_STREAM, type RecordedEvent } from './event-log.js';
import { chainHash, GENESIS } from './hash-chain.js';

const CATEGORIES: ReadonlySet<string> = new Set([
  'account',
  'audit',
  'check',
  'damage',
  'drop',
  'email',
  'invitation',
  'log',
  'mail',
  'order',
  'product',
  'profile',
  'promo',
  'purchase',
  'retailer',
  'session',
  'staff',
  'stripe',
  'system',
  'totp',
  'vault',
  'waiting',
  'work',
]);

export type DamageReason = 'no-envelope' | 'hash' | 'gap' | 'beginning' | 'deleted';

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

export function damageInWords({ stream, revision, reason }: Damage): string {
  return `${stream} is locked: its event at revision ${revision} ${WORDS[reason]}`;
}

export function mayComeBack({ reason }: Damage): boolean {
  return reason === 'beginning' || reason === 'gap';
}

export class StreamDamaged extends Error {
  constructor(readonly damage: Damage) {
    super(damageInWords(damage));
  }
}

export const STREAM_DAMAGED = 'stream-damaged' as const;

export function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof StreamDamaged)) throw error;
}

/** streams that one job writes at once */
export const STREAMS_AT_ONCE = 64;

/** Skips locked streams; after another error it begins nothing more. @throws StreamDamaged at the end if one was skipped */
export async function despiteDamage<T>(
  each: Iterable<T>,
  step: (one: T) => Promise<unknown>,
  atOnce = 1,
): Promise<void> {
  const errors: unknown[] = [];
  const left = each[Symbol.iterator]();
  const isOver = () => errors.some((error) => !(error instanceof StreamDamaged));
  const lane = async () => {
    for (let next = left.next(); !next.done && !isOver(); next = left.next()) {
      try {
        await step(next.value);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const [first] = errors.filter((error) => !(error instanceof StreamDamaged)).concat(errors);
  if (first !== undefined) throw first;
}

export interface Link {
  revision: number;
  hash: string;
}

export type Accepted = Pick<ReadonlySet<string>, 'has' | 'size'>;

const NOTHING: Accepted = new Set();

const TOMBSTONE = '$streamDeleted';

export function isOurStream(name: string): boolean {
  const end = name.indexOf('-');
  return end > 0 && CATEGORIES.has(name.slice(0, end));
}

export function placeOf({ stream, revision }: { stream: string; revision: number }): string {
  return `${stream}@${revision}`;
}

/** Missing events cannot be accepted, because they change the state. A repeated event counts as a gap. */
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

export function linkAfter(previous: Link | undefined, { revision, metadata }: RecordedEvent): Link {
  return { revision, hash: metadata.hash || (previous?.hash ?? GENESIS) };
}
