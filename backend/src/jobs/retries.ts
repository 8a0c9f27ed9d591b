import { Refused } from '../event-sourcing/decider.js';
import { STREAM_DAMAGED, StreamDamaged } from '../stores/event-log/stream-integrity.js';
import { LogReplaced, StorageFull, StoreUnavailable } from '../telemetry/store-unavailable.js';
import type { Partner } from './breakers.js';
import { type Job, rowKey } from './jobs.projection.js';

/** Thrown by `work` after a failed attempt. Operators see `reason`, so it never holds text from outside. */
export class RetryableError extends Error {
  /** of the answer to a request that meets it */
  readonly statusCode = 503;
  /** ms UTC */
  readonly notBefore: number;
  readonly partner: Partner | undefined;

  constructor(
    readonly reason: string,
    { notBefore = 0, partner }: { notBefore?: number; partner?: Partner } = {},
  ) {
    super(reason);
    this.notBefore = notBefore;
    this.partner = partner;
  }
}

export interface Attempted {
  row: Job;
  attempts: number;
  ownAttempts: number;
  storeAttempts: number;
  /** ms UTC */
  notBefore: number;
  /** ms UTC until which the other side asked to wait; 0: it did not */
  retryAfter: number;
  reason: string | null;
  partner: Partner | undefined;
}

/** ms, doubled with each attempt */
const SHORTEST_PAUSE = 250;
const LONGEST_PAUSE = 15 * 60_000;
/** ms at most while our own stores are unavailable */
const STORE_PAUSE = 2_000;
const MOST = 20_000;

export class Retries {
  private readonly byKey = new Map<string, Attempted>();

  constructor(
    private readonly random: () => number,
    private readonly longestPause = LONGEST_PAUSE,
  ) {}

  get size(): number {
    return this.byKey.size;
  }

  of(key: string): Attempted | undefined {
    return this.byKey.get(key);
  }

  forget(key: string): void {
    this.byKey.delete(key);
  }

  wait(row: Job, notBefore: number): void {
    const none = { attempts: 0, ownAttempts: 0, storeAttempts: 0, retryAfter: 0, reason: null, partner: undefined };
    this.remember({ ...none, row, notBefore });
  }

  failed(row: Job, error: unknown, now: number): Attempted {
    const previous = this.byKey.get(rowKey(row));
    const isOurs = isStoreAway(error);
    const { notBefore: retryAfter = 0, partner } = error instanceof RetryableError ? error : {};
    const attempts = Math.max(previous?.attempts ?? 0, row.moves ?? 0) + (isOurs ? 0 : 1);
    const ownAttempts = (previous?.ownAttempts ?? 0) + (isOurs || partner ? 0 : 1);
    const storeAttempts = isOurs ? (previous?.storeAttempts ?? 0) + 1 : 0;
    const longest = isOurs ? STORE_PAUSE : this.longestPause;
    const pause = Math.min(longest, SHORTEST_PAUSE * 2 ** (storeAttempts || attempts)) * (0.5 + this.random() / 2);
    const notBefore = Math.max(retryAfter, now + pause);
    const counted = { attempts, ownAttempts, storeAttempts };
    return this.remember({ ...counted, row, notBefore, retryAfter, reason: reasonOf(error), partner });
  }

  moved(row: Job): void {
    const tried = this.byKey.get(rowKey(row));
    if (tried && tried.row.dueAt !== row.dueAt) this.remember({ ...tried, row, notBefore: row.dueAt });
  }

  /** Without `key`: all rows. Pauses that a partner asked for stay. */
  retry(now: number, key?: string): number {
    let retried = 0;
    for (const [own, tried] of [...this.byKey]) {
      const isMeant = key === undefined || own === key;
      if (!isMeant || tried.reason === null || tried.row.dueAt > now || tried.retryAfter > now) continue;
      this.remember({ ...tried, notBefore: now });
      retried += 1;
    }
    return retried;
  }

  isBack(partner: Partner, all: boolean, now: number): void {
    for (const [key, tried] of this.byKey) {
      if (tried.reason === null || !(all || tried.partner === partner)) continue;
      if (tried.retryAfter > now) this.byKey.set(key, { ...tried, notBefore: tried.retryAfter });
      else this.byKey.delete(key);
    }
  }

  due(now: number): Attempted[] {
    const due = [...this.byKey.values()].filter(({ notBefore }) => notBefore <= now);
    return due.sort((a, b) => a.notBefore - b.notBefore || sinceOf(a.row) - sinceOf(b.row));
  }

  /** ms UTC after `now`; Infinity: none */
  next(now: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { notBefore } of this.byKey.values()) if (notBefore > now && notBefore < next) next = notBefore;
    return next;
  }

  private remember(tried: Attempted): Attempted {
    const key = rowKey(tried.row);
    this.byKey.delete(key);
    this.byKey.set(key, tried);
    const [oldest] = this.byKey.keys();
    if (this.byKey.size > MOST && oldest !== undefined) this.byKey.delete(oldest);
    return tried;
  }
}

export function sinceOf({ since, dueAt }: Job): number {
  return since ?? dueAt;
}

const STORE_REFUSALS = ['unavailable', 'outcome-unknown', 'busy', 'not-ready', 'projection-stopped'];

export function isStoreAway(error: unknown): boolean {
  return error instanceof StoreUnavailable || (error instanceof Refused && STORE_REFUSALS.includes(error.code));
}

/** An error's message may hold personal data, so it is never shown. */
function reasonOf(error: unknown): string {
  if (error instanceof RetryableError) return error.reason;
  if (error instanceof Refused) return error.code;
  if (error instanceof StorageFull) return 'storage-full';
  if (error instanceof LogReplaced) return 'log-replaced';
  if (error instanceof StoreUnavailable) return 'store-unavailable';
  if (error instanceof StreamDamaged) return STREAM_DAMAGED;
  return error instanceof Error ? `error: ${error.name}` : 'error';
}
