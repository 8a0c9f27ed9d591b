import type { CommandMetadata } from '../event-sourcing/decider.js';
import { discoverable } from '../event-sourcing/discovered.js';
import type { Position } from '../stores/event-log/event-log.js';
import type { Partner } from './breakers.js';
import type { Job } from './jobs.projection.js';

/** The row is checked again at this time (ms UTC), without an event. */
export interface Reschedule {
  rescheduleAt: number;
}

/** `work` claims by appending and returns that log position; its errors are retried after a growing pause. */
export interface JobWorker {
  kind: string;
  concurrency: number;
  /** while it runs and its thread is saturated, other kinds start nothing, for five minutes at most */
  urgent?: boolean;
  /** while this partner is away, only probes start */
  partner?: Partner;
  limited?: boolean;
  /** ms until `work` is aborted and its slot is free; default: a minute */
  deadline?: number;
  /** ms between two attempts at most; default: 15 minutes */
  longestPause?: number;
  /** ms past the due time until a row counts as stuck; default: 15 minutes */
  lateAfter?: number;
  /** checks outcomes without a claim, so that earlier claims are checked at the start */
  looksFirst?: boolean;
  /** begun by every process at once, which nothing may hold up */
  byAll?: boolean;
  /** parked for an operator after 20 failed attempts; never for what was promised to a shopper */
  parks?: boolean;
  /** Records that an operator ended parked work. Idempotent. */
  setAside?(row: Job, metadata: CommandMetadata): Promise<unknown>;
  /** `signal`: start nothing more; `cut`: abandon running calls, after a stop's grace or the deadline */
  work(row: Job, signal: AbortSignal, cut: AbortSignal): Promise<Position | Reschedule | undefined>;
}

export const Worker = discoverable<JobWorker>();
