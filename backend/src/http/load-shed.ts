import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** ms over which the load is judged */
const WINDOW = 100;
/** ms between two samples of how late the event loop is */
const SAMPLE = 10;
/** ms that the event loop is late, in the middle of a window, and share of it that it works: past both a window is one of overload */
const [TOO_LATE, TOO_BUSY] = [25, 0.85];
/** such windows on end from which on what can wait is sent away: one long answer is no overload */
const ON_END = 3;
/** admitted in a window whatever happens: whoever asks for one thing after the other is never sent away */
const ALWAYS = 3;
/** ms late, up to which the event loop is on time, and how many that leaves room for until the next sample */
const [ON_TIME, AT_REST] = [5, 10];
/** admitted in a window, from which on there is no limit any more */
const PLENTY = 1_000;
/** that may be under way at once, however slow their store is: less than the connections it has, which releases and charges need too */
const AT_ONCE = { export: 8, read: 48 } as const;

export type CanWait = keyof typeof AT_ONCE;

/** What nobody is kept from buying by: lists, exports, stories, whatever operators look at. */
export function canWait(method: string, path: string): CanWait | null {
  if (method !== 'GET') return null;
  if (path === '/api/user/export' || path === '/api/admin/orders/export') return 'export';
  // the service that checks out by hand asks for these in the middle of a release
  if (path.startsWith('/api/admin/aco/')) return null;
  if (path.startsWith('/api/admin/') || path === '/users') return 'read';
  return path.startsWith('/api/user/orders/') && path.endsWith('/story') ? 'read' : null;
}

/**
 * Sends away what can wait, early and at once, so that what cannot does not wait behind it. How many are let in follows the load:
 * halved in each window in which the event loop was late, and let grow in others (additive increase, multiplicative decrease).
 */
export class LoadShed {
  private limit = Number.POSITIVE_INFINITY;
  /** of it in this window */
  private room = Number.POSITIVE_INFINITY;
  private admitted = 0;
  private refused = 0;
  private overloaded = 0;
  private sentAway = 0;
  private readonly underWay: Record<CanWait, number> = { export: 0, read: 0 };

  constructor(private readonly logger: Pick<Logger, 'warn'>) {}

  /** Ends what it returns once the answer is out; null: it is to be sent away. */
  admit(kind: CanWait): (() => void) | null {
    if (this.room <= 0 || this.underWay[kind] >= AT_ONCE[kind]) {
      this.sentAway += 1;
      this.refused += 1;
      return null;
    }
    this.room -= 1;
    this.admitted += 1;
    this.underWay[kind] += 1;
    return () => {
      this.underWay[kind] -= 1;
    };
  }

  /** The event loop is on time at this moment, and so has room for some. */
  rests(): void {
    this.room = Math.max(this.room, AT_REST);
  }

  /** Of the window that has passed: ms that the event loop was late in the middle of it, and the share of it that it worked. */
  judge(late: number, busy: number): void {
    const isOverload = late > TOO_LATE && busy > TOO_BUSY;
    this.overloaded = isOverload ? this.overloaded + 1 : 0;
    const isOpen = this.limit === Number.POSITIVE_INFINITY;
    if (isOverload) {
      const half = Math.max(ALWAYS, Math.floor(Math.min(this.limit, this.admitted) / 2));
      if (!isOpen || this.overloaded >= ON_END) this.limit = half;
    } else if (!isOpen) {
      this.limit = Math.ceil(this.limit * 1.25) + 1;
      // Without anybody who wanted in, what can wait was not the load.
      if (this.limit > PLENTY || this.refused === 0) this.open();
    }
    [this.room, this.admitted, this.refused] = [this.limit, 0, 0];
  }

  private open(): void {
    this.limit = Number.POSITIVE_INFINITY;
    const { sentAway } = this;
    this.sentAway = 0;
    if (sentAway > 0) this.logger.warn({ sentAway }, 'the process was overloaded, and sent away reads that can wait');
  }
}

/** Judges the load for as long as the server is open. `used`: ms of processor time of this process so far. */
export function judgeLoad(fastify: FastifyInstance, shed: LoadShed, used = processorTime): void {
  const judging = judge(shed, used);
  fastify.addHook('onClose', async () => {
    clearInterval(judging);
  });
}

/** Node's own histogram of delays counts nothing of a turn in which it is reset, and so nothing at all of turns longer than a window. */
function judge(shed: LoadShed, used: () => number): NodeJS.Timeout {
  let [sampledAt, began, samples] = [performance.now(), performance.now(), [] as number[]];
  let [since, usedBefore] = [performance.eventLoopUtilization(), used()];
  const sample = () => {
    const now = performance.now();
    const late = now - sampledAt - SAMPLE;
    samples.push(late);
    if (late < ON_TIME) shed.rests();
    sampledAt = now;
    if (now - began < WINDOW) return;
    const middle = samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0;
    // a loop whose processor others have counts as active all the while
    const worked = (used() - usedBefore) / (now - began);
    shed.judge(middle, Math.min(performance.eventLoopUtilization(since).utilization, worked));
    [began, samples] = [now, []];
    [since, usedBefore] = [performance.eventLoopUtilization(), used()];
  };
  return setInterval(sample, SAMPLE).unref();
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
