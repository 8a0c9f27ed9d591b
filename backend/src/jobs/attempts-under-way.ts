import type { JobAttempt } from './job-attempt.js';

/** jobs that ignore their deadline, at which the queue starts nothing new */
const MOST_HUNG = 100;
/** finished jobs that are not projected yet, at which the queue starts nothing new */
const MOST_SETTLING = 500;

/** A queue's attempts, by the keys of their rows. None is started twice. */
export class AttemptsUnderWay {
  readonly running = new Map<string, JobAttempt>();
  /** ended, but not recorded and folded yet */
  private readonly settling = new Map<string, JobAttempt>();
  /** past the deadline and still running */
  private readonly hung = new Map<string, JobAttempt>();
  private readonly ends = new Set<Promise<void>>();

  get hanging(): number {
    return this.hung.size;
  }

  get isFull(): boolean {
    return this.hung.size >= MOST_HUNG || this.settling.size >= MOST_SETTLING;
  }

  of(key: string): JobAttempt | undefined {
    return this.running.get(key) ?? this.settling.get(key) ?? this.hung.get(key);
  }

  isHung(key: string): boolean {
    return this.hung.has(key);
  }

  hang(key: string, attempt: JobAttempt): void {
    this.running.delete(key);
    this.hung.set(key, attempt);
  }

  remove(key: string): void {
    this.running.delete(key);
    this.hung.delete(key);
  }

  track(end: Promise<void>): void {
    const tracked = end.finally(() => this.ends.delete(tracked));
    this.ends.add(tracked);
  }

  /** Resolves once all that were under way have ended; false if there were none. */
  async settled(): Promise<boolean> {
    return (await Promise.allSettled(this.ends)).length > 0;
  }

  /** Others have its slot while what came of it is recorded and folded. */
  async outsideSlot<T>(key: string, slotIsFree: () => void, fold: () => Promise<T>): Promise<T> {
    const running = this.running.get(key);
    if (running) {
      running.yield();
      this.running.delete(key);
      this.settling.set(key, running);
      slotIsFree();
    }
    try {
      return await fold();
    } finally {
      this.settling.delete(key);
    }
  }
}
