/** Node fires timers above 2^31-1 ms at once (https://nodejs.org/api/timers.html); an hour is far below and finds clock changes. */
const LONGEST_TIMER = 3_600_000;

/** Rings once, at the earliest of the times it was set to, or within an hour. */
export class Alarm {
  private timer: NodeJS.Timeout | undefined;
  private at = Number.POSITIVE_INFINITY;

  constructor(
    private readonly clock: () => number,
    private readonly ring: () => void,
  ) {}

  /** ms UTC */
  set(at: number): void {
    if (at >= this.at) return;
    clearTimeout(this.timer);
    this.at = at;
    const delay = Math.min(LONGEST_TIMER, Math.max(1, at - this.clock()));
    this.timer = setTimeout(() => {
      this.at = Number.POSITIVE_INFINITY;
      this.ring();
    }, delay);
  }

  /** It is not to be set again. */
  end(): void {
    clearTimeout(this.timer);
    this.at = Number.NEGATIVE_INFINITY;
  }
}
