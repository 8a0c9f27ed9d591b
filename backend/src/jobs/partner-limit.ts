/** `trouble` is null for any answer, also a refusal; else a code for no connection, a timeout, 429 or 5xx. */
export type OnAnswer = (trouble: string | null, retryAfterMs?: number) => void;

/** ms in which the limit is lowered at most once: running calls began before */
const ROUND = 1_000;
/** ms a partner may pause all calls */
const LONGEST_PAUSE = 60_000;
const ENOUGH = ['busy', 'aborted'];

/** Doubles until the first overload, then grows by one; halves on each overload. Uses Date.now(). */
export class PartnerLimit {
  private limit: number;
  private underWay = 0;
  private hasHadEnough = false;
  private loweredAt = Number.NEGATIVE_INFINITY;
  private closedUntil = 0;
  private opening: NodeJS.Timeout | undefined;
  private readonly waiting = new Set<() => void>();

  constructor(
    readonly most: number,
    start: number,
  ) {
    this.limit = Math.min(start, most);
  }

  get now(): number {
    return Math.floor(this.limit);
  }

  get room(): number {
    return this.isFree ? Math.max(0, this.now - this.underWay - this.waiting.size) : 0;
  }

  enter(): () => void {
    this.underWay += 1;
    let isThere = true;
    return () => {
      if (isThere) this.underWay -= 1;
      isThere = false;
      this.letIn();
    };
  }

  take(signal: AbortSignal): Promise<(() => void) | null> {
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const enter = () => {
        signal.removeEventListener('abort', giveUp);
        resolve(this.enter());
      };
      const giveUp = () => {
        this.waiting.delete(enter);
        resolve(null);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.add(enter);
      this.letIn();
    });
  }

  readonly recordResult: OnAnswer = (trouble, retryAfterMs = 0) => {
    if (trouble === null) this.raise();
    else if (ENOUGH.includes(trouble) || retryAfterMs > 0) this.lower(Math.min(retryAfterMs, LONGEST_PAUSE));
    this.letIn();
  };

  get isClosed(): boolean {
    return Date.now() < this.closedUntil;
  }

  private get isFree(): boolean {
    return this.underWay < this.now && !this.isClosed;
  }

  private raise(): void {
    if (this.underWay < this.now) return;
    this.limit = Math.min(this.most, this.limit + (this.hasHadEnough ? 1 / this.limit : 1));
  }

  private lower(pause: number): void {
    const now = Date.now();
    this.hasHadEnough = true;
    if (now - this.loweredAt >= ROUND) {
      this.limit = Math.max(1, this.limit / 2);
      this.loweredAt = now;
    }
    if (now + pause <= this.closedUntil) return;
    this.closedUntil = now + pause;
    clearTimeout(this.opening);
    this.opening = setTimeout(() => this.open(), pause).unref();
  }

  /** Ignores the clock, which may have been set back. */
  private open(): void {
    this.closedUntil = 0;
    this.letIn();
  }

  private letIn(): void {
    for (const enter of this.waiting) {
      if (!this.isFree) return;
      this.waiting.delete(enter);
      enter();
    }
  }
}
