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

/** Replaces every clock and timer of this process. Time passes only when no work is left at the current instant. */
export class VirtualTime {
  /** ms of virtual time without jumps of the clock */
  lived = 0;

  /** ms of all jumps, which monotonic clocks ignore */
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
    // The machine's load must not decide anything.
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

  /** Lets at most `ms` pass until the condition holds, and returns whether it does. */
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

  /** Sets the clock forward, as an operator or a sleeping machine does: no timer fires in between. */
  jump(ms: number): void {
    this.jumped += ms;
    this.clock.setSystemTime(this.clock.now + ms);
  }

  /** Microtasks and ticks run before the next tick of the real event loop. */
  private settle(): Promise<void> {
    return new Promise((resolve) => nextTurn(() => resolve()));
  }
}
