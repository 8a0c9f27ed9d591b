import type { SchedulerRegistry } from '@nestjs/schedule';

/** ms; Node fires timers above 2^31-1 ms at once (https://nodejs.org/api/timers.html). */
const LONGEST_TIMER = 3_600_000;

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

  end(): void {
    this.clear();
    this.at = Number.NEGATIVE_INFINITY;
  }

  private clear(): void {
    if (this.registry.doesExist('timeout', this.name)) this.registry.deleteTimeout(this.name);
  }
}
