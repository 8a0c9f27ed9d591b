import type { Position } from '../stores/event-log/event-log.js';
import { withTimeout } from '../stores/with-timeout.js';
import { inJob, outsideRequests } from '../telemetry/request-context.js';
import { StoreUnavailable } from '../telemetry/store-unavailable.js';
import { Alarm } from './alarm.js';
import { AttemptsUnderWay } from './attempts-under-way.js';
import type { Partner } from './breakers.js';
import { LOAD_WINDOW } from './event-loop-load.js';
import { JobAttempt } from './job-attempt.js';
import type { JobWorker, Reschedule } from './job-worker.js';
import { type Job, rowKey } from './jobs.projection.js';
import type { PartnerLimit } from './partner-limit.js';
import { JOBS, type QueueTools } from './queue-tools.js';
import { reportFailure } from './report-failure.js';
import { type Attempted, Retries, RetryableError, sinceOf } from './retries.js';
import { WaitingJobs } from './waiting-jobs.js';

/** `at`: ms UTC */
type Ready = { row: Job; at: number };

const [IDLE, DEADLINE, READ_WITHIN] = [250, 60_000, 10_000];
const RESERVED = 1 / 4;
/** ms that others wait for attempts at retailers */
const LONGEST_IN_A_RUSH = 300_000;

export class JobQueue {
  readonly retries: Retries;
  private readonly attempts = new AttemptsUnderWay();
  private readonly queue: WaitingJobs;
  private taking: Promise<void> | undefined;
  private isWanted = false;
  private hasLooked = false;
  private isStopped = false;
  private isSettling = false;
  private readonly alarm: Alarm;

  constructor(
    readonly worker: JobWorker,
    private readonly tools: QueueTools,
  ) {
    this.retries = new Retries(tools.random, worker.longestPause);
    const { rows, clock, look } = tools;
    this.alarm = new Alarm(tools.registry, `${JOBS}: ${worker.kind}`, clock, look);
    this.queue = new WaitingJobs(
      (after, limit) => this.read(rows.page(worker.kind, after, limit)),
      (key) => this.isTracked(key),
    );
  }

  get hanging(): number {
    return this.attempts.hanging;
  }

  take(): Promise<void> {
    this.isWanted = true;
    this.taking ??= outsideRequests(() => this.takeWanted());
    return this.taking;
  }

  async settle(): Promise<boolean> {
    this.isSettling = true;
    this.reread(true);
    await this.take();
    this.isSettling = false;
    return this.attempts.settled();
  }

  private async takeWanted(): Promise<void> {
    try {
      while (this.isWanted && !this.isStopped) {
        this.isWanted = false;
        await this.takeDue();
      }
    } catch (error) {
      if (!this.isStopped) this.tools.logger.warn({ kind: this.worker.kind, err: error }, 'jobs cannot be read');
    } finally {
      this.taking = undefined;
    }
  }

  get isWorking(): boolean {
    return this.attempts.running.size > 0;
  }

  moved(key: string, row: Job | null): boolean {
    const attempt = this.attempts.of(key);
    if (attempt) attempt.moved = row;
    if (row) this.retries.moved(row);
    else this.retries.forget(key);
    this.queue.moved(key, row);
    if (row && row.dueAt > this.tools.clock()) this.alarm.set(row.dueAt);
    return row !== null && row.dueAt <= this.tools.clock();
  }

  knows(key: string): boolean {
    return this.isTracked(key) || this.queue.has(key);
  }

  /** Its row is read again, once an attempt under way has ended. */
  resumed(key: string): void {
    const attempt = this.attempts.of(key);
    if (attempt) attempt.isResumed = true;
    this.queue.reread(true);
  }

  reread(all: boolean): void {
    this.queue.reread(all);
  }

  async isBack(partner: Partner): Promise<void> {
    const { kind, partner: ours } = this.worker;
    const now = this.tools.clock();
    this.retries.isBack(partner, partner === ours, now);
    this.queue.reread(true);
    if (partner !== ours) return;
    const heldUp = await this.read(this.tools.rows.overdue(kind, now));
    heldUp.sort((a, b) => sinceOf(a) - sinceOf(b));
    for (const row of heldUp) {
      if (this.isTracked(rowKey(row)) || !this.isInShare(row)) continue;
      this.queue.remove(rowKey(row));
      this.retries.wait(row, now);
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.alarm.end();
    for (const work of this.attempts.running.values()) work.stop();
    await this.attempts.settled();
  }

  cut(): void {
    for (const work of this.attempts.running.values()) work.abort();
  }

  private async lookAtClaims(): Promise<void> {
    if (!this.worker.looksFirst || this.hasLooked) return;
    const { clock, rows } = this.tools;
    const now = clock();
    for (const row of await this.read(rows.claimed(this.worker.kind))) {
      if (row.dueAt > now && !this.isTracked(rowKey(row))) this.retries.wait(row, now);
    }
    this.hasLooked = true;
  }

  private async takeDue(): Promise<void> {
    await this.lookAtClaims();
    const [{ breaker, clock, mayBegin }, free] = [this.tools, this.free];
    const isFull = free <= 0 || this.attempts.isFull;
    if (isFull || breaker?.isParked || !mayBegin(this.worker.kind)) return;
    const now = clock();
    const [again, fresh] = await Promise.all([this.again(free, now), this.queue.due(free, now, this.isInShare)]);
    if (this.isStopped) return;
    const due = [...again, ...fresh.map((row) => ({ row, at: row.dueAt }))];
    due.sort((a, b) => a.at - b.at || sinceOf(a.row) - sinceOf(b.row));
    const waited = now - (due[0]?.at ?? Number.POSITIVE_INFINITY);
    // Not until the next sweep: attempts that saturate the thread would leave others a trickle.
    const isHeldBack = !this.isSettling && waited >= 0 && waited < LONGEST_IN_A_RUSH;
    if (isHeldBack && !this.worker.urgent && this.tools.isRushed()) return this.alarm.set(now + LOAD_WINDOW);
    // A probe with a row that failed before may fail because of that row.
    if (breaker?.isOpen) due.sort((a, b) => this.triesOf(a.row) - this.triesOf(b.row));
    this.begin(due);
    this.alarm.set(Math.min(this.queue.next(now), this.retries.next(now)));
  }

  private readonly isInShare = ({ id }: Job): boolean =>
    this.isSettling || this.worker.byAll === true || this.tools.isInShare(id);

  private get free(): number {
    const { limit, worker } = this;
    const { running } = this.attempts;
    if (limit?.isClosed) return 0;
    // Keep a minimum: a running release takes every place that becomes free.
    const places = limit ? Math.max(limit.room, Math.ceil(limit.now * RESERVED) - running.size) : worker.concurrency;
    return Math.min(worker.concurrency - running.size, places);
  }

  private get limit(): PartnerLimit | undefined {
    return this.worker.limited ? this.tools.breaker?.limit : undefined;
  }

  private async again(free: number, now: number): Promise<Ready[]> {
    const tried = this.dueRetries(now).slice(0, free);
    if (tried.length === 0) return [];
    const keys = tried.map(({ row }) => rowKey(row));
    const stored = await this.read(this.tools.rows.again(keys));
    for (const one of tried) {
      const key = rowKey(one.row);
      // What events said meanwhile is newer.
      if (this.retries.of(key) === one) this.moved(key, stored.get(key) ?? null);
    }
    return keys.flatMap((key) => {
      const attempted = this.retries.of(key);
      return attempted && attempted.notBefore <= now ? [{ row: attempted.row, at: attempted.notBefore }] : [];
    });
  }

  private dueRetries(now: number): Attempted[] {
    const { concurrency } = this.worker;
    let room = concurrency === 1 ? 1 : concurrency - Math.ceil(concurrency * RESERVED);
    for (const { isRetry } of this.attempts.running.values()) if (isRetry) room -= 1;
    return this.retries.due(now).filter(({ row, attempts }) => {
      if (this.isWorkedOn(rowKey(row))) return false;
      if (attempts > 0) room -= 1;
      return attempts === 0 || room >= 0;
    });
  }

  private begin(due: readonly Ready[]): void {
    for (const { row } of due) {
      const key = rowKey(row);
      if (this.free <= 0) return;
      if (this.isWorkedOn(key)) continue;
      if (this.tools.breaker?.mayTry() === false) return;
      this.run(key, row);
    }
  }

  /** Past its deadline the work is aborted, and its slot is free whether it stops or not. */
  private run(key: string, row: Job): void {
    const leave = this.limit?.enter() ?? (() => undefined);
    const work = new JobAttempt(this.triesOf(row) > 0, leave, this.worker.deadline ?? DEADLINE, () => {
      this.attempts.hang(key, work);
      this.attempts.track(this.failed(row, new RetryableError('takes-too-long')));
      work.abort();
      this.tools.look();
    });
    this.attempts.running.set(key, work);
    this.queue.remove(key);
    const end = this.workOn(row, work).finally(() => {
      work.yield();
      this.attempts.remove(key);
      if (work.isResumed) this.retries.wait(row, this.tools.clock());
      this.tools.breaker?.ended();
      this.tools.look();
    });
    this.attempts.track(end);
  }

  private async workOn(row: Job, work: JobAttempt): Promise<void> {
    const { kind, id } = row;
    try {
      await this.settled(row, await inJob(row.cause, () => this.worker.work(row, work.signal, work.cut)));
    } catch (err) {
      if (work.isResumed) this.tools.logger.warn({ kind, id, err }, 'a job failed and has been resumed meanwhile');
      else if (!this.attempts.isHung(rowKey(row))) await this.failed(row, err);
    }
  }

  private async settled(row: Job, outcome: Position | Reschedule | undefined): Promise<void> {
    const key = rowKey(row);
    if (typeof outcome === 'number') {
      const attempt = this.attempts.of(key);
      const isLeft = await this.attempts.outsideSlot(key, this.tools.look, () => this.isLeft(row, outcome, attempt));
      if (attempt?.moved !== undefined) {
        this.retries.forget(key);
        return this.queue.moved(key, attempt.moved);
      }
      if (isLeft) return;
    }
    // Nothing was done, or the projection lags: an immediate retry would spin.
    this.retries.wait(row, typeof outcome === 'object' ? outcome.rescheduleAt : this.tools.clock() + IDLE);
  }

  /** All that the work has appended is folded, and no event of it has moved the row: the attempt has failed. */
  private async isLeft(row: Job, position: Position, attempt: JobAttempt | undefined): Promise<boolean> {
    if (!(await this.tools.passed(position)) || attempt?.moved !== undefined) return false;
    const stored = await this.read(this.tools.rows.again([rowKey(row)]));
    if (stored.get(rowKey(row))?.cause !== row.cause) return false;
    await this.report(row, new RetryableError('still-due'));
    return true;
  }

  private failed(row: Job, error: unknown): Promise<void> {
    return this.attempts.outsideSlot(rowKey(row), this.tools.look, () => this.report(row, error));
  }

  private async report(row: Job, error: unknown): Promise<void> {
    const tried = this.retries.failed(row, error, this.tools.clock());
    if (!this.isStopped) await inJob(row.cause, () => reportFailure(tried, error, this.worker, this.tools));
  }

  private isTracked(key: string): boolean {
    return this.isWorkedOn(key) || this.retries.of(key) !== undefined;
  }

  private isWorkedOn(key: string): boolean {
    return this.attempts.of(key) !== undefined;
  }

  private triesOf(row: Job): number {
    return this.retries.of(rowKey(row))?.attempts ?? 0;
  }

  private read<T>(pending: Promise<T>): Promise<T> {
    return withTimeout(READ_WITHIN, pending, () => new StoreUnavailable('the due rows cannot be read'));
  }
}
