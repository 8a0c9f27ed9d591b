import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** ms: the window of one decision, and between two samples of the event loop's delay */
const WINDOW = 100;
const SAMPLE = 10;
/** A window is overloaded above both: the median delay in ms, and the busy share of its time. */
const [TOO_LATE, TOO_BUSY] = [25, 0.85];
/** Overloaded windows in a row before reads are refused: one long answer is no overload. */
const ON_END = 3;
const ALWAYS = 3;
/** ms of delay that are on time, and the admissions that they allow until the next sample */
const [ON_TIME, AT_REST] = [5, 10];
const PLENTY = 1_000;
/** Concurrent reads: fewer than the store's connections, which releases and charges need too. */
const AT_ONCE = { export: 8, read: 48 } as const;

export type CanWait = keyof typeof AT_ONCE;

/** Reads that no purchase depends on: lists, exports and order stories. */
export function canWait(method: string, path: string): CanWait | null {
  if (method !== 'GET') return null;
  if (path === '/api/user/export' || path === '/api/admin/orders/export') return 'export';
  // Manual checkout reads these during a release.
  if (path.startsWith('/api/admin/aco/')) return null;
  if (path.startsWith('/api/admin/') || path === '/users') return 'read';
  return path.startsWith('/api/user/orders/') && path.endsWith('/story') ? 'read' : null;
}

/** Refuses deferrable reads under load: the limit halves in overloaded windows and grows in others (AIMD). */
export class LoadShed {
  private limit = Number.POSITIVE_INFINITY;
  private room = Number.POSITIVE_INFINITY;
  private admitted = 0;
  private refused = 0;
  private overloaded = 0;
  private sentAway = 0;
  private readonly underWay: Record<CanWait, number> = { export: 0, read: 0 };

  constructor(private readonly logger: Pick<Logger, 'warn'>) {}

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

  rests(): void {
    this.room = Math.max(this.room, AT_REST);
  }

  judge(late: number, busy: number): void {
    const isOverload = late > TOO_LATE && busy > TOO_BUSY;
    this.overloaded = isOverload ? this.overloaded + 1 : 0;
    const isOpen = this.limit === Number.POSITIVE_INFINITY;
    if (isOverload) {
      const half = Math.max(ALWAYS, Math.floor(Math.min(this.limit, this.admitted) / 2));
      if (!isOpen || this.overloaded >= ON_END) this.limit = half;
    } else if (!isOpen) {
      this.limit = Math.ceil(this.limit * 1.25) + 1;
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

export function judgeLoad(fastify: FastifyInstance, shed: LoadShed, used = processorTime): void {
  const judging = judge(shed, used);
  fastify.addHook('onClose', async () => {
    clearInterval(judging);
  });
}

/** Node's delay histogram skips the turn in which it is reset, and so every turn longer than a window. */
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
    // A loop without a processor counts as active: the processor time corrects that.
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
