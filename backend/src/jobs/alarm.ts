import type { SchedulerRegistry } from '@nestjs/schedule';

/** Node fires timers above 2^31-1 ms at once (https://nodejs.org/api/timers.html); an hour is far below and finds clock changes. */
const LONGEST_TIMER = 3_600_000;

/** Rings once, at the earliest of the times it was set to, or within an hour; its timer is found in the registry by its name. */
export class Alarm {
  private at = Number.POSITIVE_INFINITY;

  constructor(
    private readonly registry: SchedulerRegistry,
    private readonly name: string,
    private readonly clock: () => number,
    private readonly ring: () => void,
  ) {}

  /** ms UTC */
  set(at: number): void {
    if (at >= this.at) return;
    this.clear();
    this.at = at;
    const delay = Math.min(LONGEST_TIMER, Math.max(1, at - this.clock()));
    const timer = setTimeout(() => {
      this.clear();
      this.at = Number.POSITIVE_INFINITY;
      this.ring();
    }, delay);
    this.registry.addTimeout(this.name, timer);
  }

  /** It is not to be set again. */
  end(): void {
    this.clear();
    this.at = Number.NEGATIVE_INFINITY;
  }

  private clear(): void {
    if (this.registry.doesExist('timeout', this.name)) this.registry.deleteTimeout(this.name);
  }
}
