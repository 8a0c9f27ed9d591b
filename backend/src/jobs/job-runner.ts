import { SchedulerRegistry } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { isAcceptance } from '../event-sourcing/acceptances.js';
import type { Projection } from '../projections/projection.js';
import type { Projector } from '../projections/projector.js';
import type { AnyRecorded } from '../projections/recorded.js';
import type { Position } from '../stores/event-log/event-log.js';
import { StreamDamaged } from '../stores/event-log/stream-integrity.js';
import type { ReadModels } from '../stores/read-models/read-models.js';
import { Breakers, type Partner, partnerOf } from './breakers.js';
import { eventLoopLoad } from './event-loop-load.js';
import { JobQueue } from './job-queue.js';
import { JobRows } from './job-rows.js';
import type { JobWorker } from './job-worker.js';
import { type Job, rowKey, splitQueue } from './jobs.projection.js';
import { RESUMED } from './parked-jobs.js';
import { JOBS, type QueueTools } from './queue-tools.js';

export type ResumedWhen = 'start' | 'acceptance';

const SWEEP = 2_000;
const FULL_SWEEP = 30;
const FOLDED_WITHIN = 5_000;
/** ms in which rows tried before an acceptance may still be parked */
const PARKED_WITHIN = 10_000;
const RECORDED_WITHIN = 500;

export class JobRunner {
  readonly breakers: Breakers;
  private readonly byKind = new Map<string, JobQueue>();
  private readonly ofRetailers = new Map<string, JobQueue[]>();
  private hasOpened = false;
  private readonly wanted = new Set<string>();
  readonly rows: JobRows;
  private readonly tools: Omit<QueueTools, 'registry' | 'breaker' | 'look'>;
  private resumedWhen: ResumedWhen = 'start';
  /** ms UTC */
  private resumeAgainAt = Number.POSITIVE_INFINITY;
  private resuming: Promise<void> = Promise.resolve();
  private isStarted = false;
  private isStopped = false;
  registry = new SchedulerRegistry();
  park: (row: Job, attempts: number, reason: string) => Promise<Position> = async () => 0;
  resumeDamaged: (when: ResumedWhen) => Promise<unknown> = async () => undefined;

  constructor(
    models: ReadModels,
    private readonly projector: Projector,
    private readonly due: Projection<Job>,
    private readonly clock: () => number,
    private readonly logger: Logger,
    {
      isSaturated = eventLoopLoad(),
      random = Math.random,
      mayBegin = () => true,
      isInShare = () => true,
      most,
    }: {
      isSaturated?: () => boolean;
      random?: () => number;
      mayBegin?: (kind: string) => boolean;
      isInShare?: (id: string) => boolean;
      most?: ConstructorParameters<typeof Breakers>[1];
    } = {},
  ) {
    const rows = new JobRows(models, due);
    this.rows = rows;
    this.breakers = new Breakers(random, most);
    const isRushing = ({ worker, isWorking }: JobQueue) => worker.urgent && isWorking;
    this.tools = {
      rows,
      clock,
      random,
      logger,
      mayBegin: (queue) => mayBegin(splitQueue(queue).kind),
      isInShare,
      isRushed: () => isSaturated() && [...this.queues].some(isRushing),
      passed: (position) => projector.passed(position, FOLDED_WITHIN),
      park: (...parked) => this.park(...parked),
    };
  }

  register(worker: JobWorker): JobQueue {
    const breaker = worker.partner === undefined ? undefined : this.breakers.of(worker.partner);
    const look = () => this.lookSoon([worker.kind]);
    const queue = new JobQueue(worker, { ...this.tools, registry: this.registry, breaker, look });
    this.byKind.set(worker.kind, queue);
    return queue;
  }

  /** A retailer's own queue, so that one that is away or slow holds up no other's rows. */
  private queueOf(name: string): JobQueue | undefined {
    const existing = this.byKind.get(name);
    const { kind, retailer } = splitQueue(name);
    const worker = this.byKind.get(kind)?.worker;
    if (existing || retailer === null || worker?.partner === undefined) return existing;
    const own: JobWorker = Object.create(worker, {
      kind: { value: name, enumerable: true },
      partner: { value: partnerOf(retailer), enumerable: true },
    });
    const queue = this.register(own);
    this.ofRetailers.set(kind, [...(this.ofRetailers.get(kind) ?? []), queue]);
    return queue;
  }

  /** Opens the queues that rows of before wait in; later ones open with their first event. */
  private async openQueues(): Promise<void> {
    if (this.hasOpened) return;
    const names = await this.rows.kinds().catch(() => undefined);
    for (const name of names ?? []) this.queueOf(name);
    this.lookSoon();
    this.hasOpened ||= names !== undefined;
  }

  get queues(): Iterable<JobQueue> {
    return this.byKind.values();
  }
  queue(kind: string): JobQueue | undefined {
    return this.byKind.get(kind);
  }

  /** Call it once the job rows have caught up with the log. */
  start(): void {
    let sweeps = 0;
    this.projector.onBatch((events) => {
      this.lookSoon(this.movedBy(events));
      if (!events.some(isAcceptance)) return;
      this.resumedWhen = 'acceptance';
      this.resumeAgainAt = this.clock() + PARKED_WITHIN;
      this.resume();
    });
    this.breakers.onBack((partner) => void this.isBack(partner));
    this.isStarted = true;
    void this.openQueues();
    const sweeper = setInterval(() => {
      sweeps += 1;
      void this.openQueues();
      for (const queue of this.queues) queue.reread(sweeps % FULL_SWEEP === 0);
      this.lookSoon();
      this.resumeWhenDue();
    }, SWEEP);
    this.registry.addInterval(JOBS, sweeper);
    this.lookSoon();
    this.resume();
  }

  /** What an event that was just appended makes due begins now: under load the read models may be seconds behind. */
  begin(job: Job): void {
    this.lookSoon(this.moved(rowKey(job), job).map(({ worker }) => worker.kind));
  }

  get isWorking(): boolean {
    return this.isStarted && !this.isStopped;
  }

  retry(queue: JobQueue, key?: string): number {
    const retried = queue.retries.retry(this.clock(), key);
    this.lookSoon([queue.worker.kind]);
    return retried;
  }

  async settle(): Promise<void> {
    for (let folded: Position | undefined; ; ) {
      const head = await this.projector.head();
      await this.projector.passed(head, FOLDED_WITHIN);
      this.resumeWhenDue();
      await this.resuming;
      await this.openQueues();
      const worked = await Promise.all([...this.queues].map((queue) => queue.settle()));
      if (head === folded && !worked.includes(true)) return;
      folded = head;
    }
  }

  async stop(graceMs: number): Promise<void> {
    this.isStopped = true;
    if (this.registry.doesExist('interval', JOBS)) this.registry.deleteInterval(JOBS);
    const ended = Promise.all([...this.queues].map((queue) => queue.stop()));
    const waited = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());
    const last = Math.min(RECORDED_WITHIN, graceMs / 2);
    await Promise.race([ended, waited(graceMs - last)]);
    for (const queue of this.queues) queue.cut();
    await Promise.race([ended, waited(last)]);
  }

  private resumeWhenDue(): void {
    if (this.clock() < this.resumeAgainAt) return;
    this.resumeAgainAt = Number.POSITIVE_INFINITY;
    this.resume();
  }

  private resume(): void {
    this.resuming = Promise.all([this.resuming, this.resumeParked()]).then(() => undefined);
  }

  private async resumeParked(): Promise<void> {
    try {
      await this.resumeDamaged(this.resumedWhen);
    } catch (error) {
      const isLocked = error instanceof StreamDamaged;
      if (!isLocked) this.resumeAgainAt = this.clock() + PARKED_WITHIN;
      const next = isLocked ? 'the next accepted event resumes it, or an operator' : 'it is tried again';
      this.logger.warn({ err: error }, `work that locked streams have parked could not be resumed: ${next}`);
    }
  }

  private async isBack(partner: Partner): Promise<void> {
    this.logger.info({ partner }, 'a partner that was away is back');
    const pending = [...this.queues].map((queue) => queue.isBack(partner));
    await Promise.allSettled(pending);
    this.lookSoon();
  }

  private movedBy(events: readonly AnyRecorded[]): Iterable<string> {
    const kinds = new Set<string>();
    try {
      for (const event of events) {
        if (!this.due.categories.includes(event.category)) continue;
        for (const key of this.due.idsOf(event)) {
          for (const queue of this.moved(key, this.due.evolve(null, event, key))) kinds.add(queue.worker.kind);
          if (event.type !== RESUMED) continue;
          for (const queue of this.queuesOf(key)) {
            queue.resumed(key);
            kinds.add(queue.worker.kind);
          }
        }
      }
      return kinds;
    } catch {
      // The projection has stopped at this event; readiness reports it.
      return this.byKind.keys();
    }
  }

  private queuesOf(key: string): JobQueue[] {
    const kind = key.slice(0, key.indexOf(':'));
    const queue = this.byKind.get(kind);
    return queue ? [queue, ...(this.ofRetailers.get(kind) ?? [])] : [];
  }

  /** Returns the queues that have something to do. An event seldom names the retailer: its row does. */
  private moved(key: string, row: Job | null): JobQueue[] {
    if (row && splitQueue(row.kind).retailer !== null) this.queueOf(row.kind);
    const queues = this.queuesOf(key);
    if (row === null || queues.length < 2) return queues.filter((queue) => queue.moved(key, row));
    const isOwn = ({ worker }: JobQueue) => worker.kind === row.kind;
    const own = splitQueue(row.kind).retailer === null ? queues.find((queue) => queue.knows(key)) : queues.find(isOwn);
    if (own) {
      for (const queue of queues) if (queue !== own) queue.moved(key, null);
      return own.moved(key, { ...row, kind: own.worker.kind }) ? [own] : [];
    }
    for (const queue of queues) queue.reread(true);
    return queues;
  }

  private lookSoon(kinds: Iterable<string> = this.byKind.keys()): void {
    if (this.isStopped) return;
    const isScheduled = this.wanted.size > 0;
    for (const kind of kinds) this.wanted.add(kind);
    if (isScheduled || this.wanted.size === 0) return;
    setImmediate(() => {
      const queues = [...this.wanted].map((kind) => this.byKind.get(kind));
      this.wanted.clear();
      for (const queue of queues) void queue?.take();
    });
  }
}
