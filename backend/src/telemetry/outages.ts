import type { Logger } from 'pino';
import { isAway } from './store-unavailable.js';

/** ms without trouble after which an answer ends an outage: what comes and goes is one */
const QUIET = 5_000;

interface Outage {
  /** ms of the monotonic clock */
  since: number;
  troubleAt: number;
  /** calls that broke or were given up */
  calls: number;
  /** requests and other work that failed for it */
  failures: number;
}

/** Writes two lines of each outage of a store: as it begins, and, with all that came of it, once it is over. */
export class Outages {
  private readonly open = new Map<Store, Outage>();

  constructor(private readonly logger: Pick<Logger, 'warn'>) {}

  /** A call to the store broke, or was given up. */
  broke(store: Store, reason: string): void {
    const now = performance.now();
    const outage = this.open.get(store) ?? this.begin(store, reason, now);
    outage.calls += 1;
    outage.troubleAt = now;
  }

  answered(store: Store): void {
    if (this.open.size === 0) return;
    const outage = this.open.get(store);
    const now = performance.now();
    if (!outage || now - outage.troubleAt < QUIET) return;
    this.open.delete(store);
    const { since, troubleAt, calls, failures } = outage;
    const seconds = Math.ceil((troubleAt - since) / 1_000);
    this.logger.warn({ store, seconds, calls, failures }, 'the store answers again');
  }

  /** Whether this error comes of an outage that was told already: it is counted there, and needs no line of its own. */
  covers(error: unknown): boolean {
    if (this.open.size === 0 || !isAway(error)) return false;
    for (const outage of this.open.values()) outage.failures += 1;
    return true;
  }

  private begin(store: Store, reason: string, now: number): Outage {
    const outage = { since: now, troubleAt: now, calls: 0, failures: 0 };
    this.open.set(store, outage);
    this.logger.warn({ store, reason }, 'a store does not answer: it is asked again until it does');
    return outage;
  }
}

const known = new WeakMap<object, Outages>();

/** Those that are written into this log. */
export function outagesOf(logger: Pick<Logger, 'warn'>): Outages {
  const outages = known.get(logger) ?? new Outages(logger);
  known.set(logger, outages);
  return outages;
}

export type Store = 'the event log' | 'the read models' | 'the vault';
