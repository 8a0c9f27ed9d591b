import type { OnAnswer } from './breakers.js';

/** ms in which it is lowered once at most: what is under way was begun before */
const ROUND = 1_000;
/** ms that a partner may hold everybody back at once, whatever it asks for; each order waits for as long as it was told to itself */
const LONGEST_PAUSE = 60_000;
/** what a partner says that has enough: 429, and no answer in time */
const ENOUGH = ['busy', 'aborted'];

/**
 * How many may be at a partner at once: raised while it answers well, all places are taken and this process has time for more (doubled
 * each round until it has had enough once, by one afterwards), halved when it has not. First come, first served. It measures by
 * Date.now(), as its circuit does.
 */
export class PartnerLimit {
  private limit: number;
  private underWay = 0;
  private hasHadEnough = false;
  private loweredAt = Number.NEGATIVE_INFINITY;
  private closedUntil = 0;
  private opening: NodeJS.Timeout | undefined;
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly most: number,
    start: number,
    private readonly isSaturated: () => boolean = () => false,
  ) {
    this.limit = Math.min(start, most);
  }

  /** places there are just now */
  get now(): number {
    return Math.floor(this.limit);
  }

  /** free places, behind those who wait for one */
  get room(): number {
    return this.isFree ? Math.max(0, this.now - this.underWay - this.waiting.size) : 0;
  }

  /** Takes a place without waiting for it; what it returns gives it back. */
  enter(): () => void {
    this.underWay += 1;
    let isThere = true;
    return () => {
      if (isThere) this.underWay -= 1;
      isThere = false;
      this.letIn();
    };
  }

  /** Resolves with what gives the place back, in the order of asking; null once the signal has ended it. */
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

  readonly heard: OnAnswer = (trouble, retryAfterMs = 0) => {
    if (trouble === null) this.raise();
    else if (ENOUGH.includes(trouble) || retryAfterMs > 0) this.lower(Math.min(retryAfterMs, LONGEST_PAUSE));
    this.letIn();
  };

  /** The partner asked to be left alone for a while. */
  get isClosed(): boolean {
    return Date.now() < this.closedUntil;
  }

  private get isFree(): boolean {
    return this.underWay < this.now && !this.isClosed;
  }

  private raise(): void {
    // With a processor that has no rest more of them would only take longer each.
    if (this.underWay < this.now || this.isSaturated()) return;
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

  /** Whatever the clock says by now: it may have been set back. */
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
