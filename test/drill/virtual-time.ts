import { syncBuiltinESMExports } from 'node:module';
import { performance } from 'node:perf_hooks';
import { install } from '@sinonjs/fake-timers';

const nextTurn = setImmediate;
const timeout = AbortSignal.timeout;
const { eventLoopUtilization: load, now: monotonic } = performance;
const FAKED = [
  'Date',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
] as const;

/** Every clock and timer of this process. Time passes only when all that could happen at one instant has happened. */
export class VirtualTime {
  /** ms that have been lived through: what the clock was moved by does not count */
  lived = 0;

  /** ms that the clock was moved by; no monotonic clock knows of them */
  private jumped = 0;

  private constructor(private readonly clock: ReturnType<typeof install>) {}

  /** `now`: ms UTC */
  static begin(now: number): VirtualTime {
    const clock = install({ now, toFake: [...FAKED], loopLimit: Number.MAX_SAFE_INTEGER });
    AbortSignal.timeout = (ms) => {
      const stop = new AbortController();
      setTimeout(() => stop.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms);
      return stop.signal;
    };
    // How busy this machine is must not decide anything.
    performance.eventLoopUtilization = () => ({ idle: 1, active: 0, utilization: 0 });
    const time = new VirtualTime(clock);
    performance.now = () => clock.now - now - time.jumped;
    syncBuiltinESMExports();
    return time;
  }

  end(): void {
    this.clock.uninstall();
    AbortSignal.timeout = timeout;
    performance.eventLoopUtilization = load;
    performance.now = monotonic;
    syncBuiltinESMExports();
  }

  /** Lets time pass, at most so many ms, until something is so. Says whether it came to be. */
  async pass(ms: number, until: () => boolean = () => false): Promise<boolean> {
    let isOver = false;
    const end = setTimeout(() => {
      isOver = true;
    }, ms);
    await this.settle();
    while (!isOver && !until()) {
      const before = this.clock.now;
      this.clock.next();
      this.lived += this.clock.now - before;
      await this.settle();
    }
    clearTimeout(end);
    return until();
  }

  /** Moves the clock as an operator would, or a machine that slept: nothing happens on the way. */
  jump(ms: number): void {
    this.jumped += ms;
    this.clock.setSystemTime(this.clock.now + ms);
  }

  /** Microtasks and ticks all run before the next turn of the real event loop. */
  private settle(): Promise<void> {
    return new Promise((resolve) => nextTurn(() => resolve()));
  }
}
