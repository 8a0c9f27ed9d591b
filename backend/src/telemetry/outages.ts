import type { Logger } from 'pino';
import { isAway } from './store-unavailable.js';

/** ms without errors until an answer ends an outage */
const QUIET = 5_000;

interface Outage {
  /** ms, monotonic */
  since: number;
  troubleAt: number;
  calls: number;
  failures: number;
}

export class Outages {
  private readonly open = new Map<Store, Outage>();

  constructor(private readonly logger: Pick<Logger, 'warn'>) {}

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

const ofLoggers = new WeakMap<object, Outages>();

export function outagesOf(logger: Pick<Logger, 'warn'>): Outages {
  const outages = ofLoggers.get(logger) ?? new Outages(logger);
  ofLoggers.set(logger, outages);
  return outages;
}

export type Store = 'the event log' | 'the read models' | 'the vault';
