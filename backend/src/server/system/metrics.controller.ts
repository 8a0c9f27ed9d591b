import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { ListedJobKind } from '@supreme-access/contract/shapes/system.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { Open } from '../../auth/guard.js';
import { Refused } from '../../event-sourcing/decider.js';
import { JobReport } from '../../jobs/job-report.js';
import type { PassedOver } from '../../projections/locked-streams.js';
import { Projector } from '../../projections/projector.js';
import { StreamChecks } from '../../projections/stream-checks.js';
import { Resealing } from '../../stores/vault/resealing.js';
import { withTimeout } from '../../stores/with-timeout.js';
import { Operators } from './operators.js';
import { type Figures, ThreadFigures } from './thread-figures.js';

/** ms; the figures of a slower store are left out */
const ANSWERS_WITHIN = 2_000;

@ApiExcludeController()
@Open()
@Controller()
export class MetricsController {
  private readonly registry = new Registry();
  private looked: Promise<Figures[]> | undefined;

  constructor(
    private readonly projector: Projector,
    private readonly due: JobReport,
    private readonly operators: Operators,
    private readonly figures: ThreadFigures,
    private readonly checks: StreamChecks,
    @Inject(Resealing) resealing: Resealing | null,
  ) {
    collectDefaultMetrics({ register: this.registry });
    const registers = [this.registry];
    const lag: Gauge = new Gauge({
      name: 'projections_lag',
      help: 'log positions not folded yet',
      registers,
      collect: async () => {
        const head = await orNothing(this.projector.head());
        if (head === undefined) lag.remove();
        else lag.set(head - this.projector.progress().position);
      },
    });
    this.passedOver('log_locked_streams', 'streams of ours that are damaged, and locked', ({ locks }) => locks.length);
    this.passedOver('log_foreign_events', 'events in streams that are not ours', ({ foreign }) => foreign.events);
    this.counter('stream_appends_total', 'appends of this process', 'appends');
    this.counter('stream_conflicts_total', 'of them, those that another process was faster than', 'conflicts');
    const made: Counter<'store' | 'call' | 'of'> = new Counter({
      name: 'store_calls_total',
      help: 'calls of this process to its stores, readings of many events once',
      labelNames: ['store', 'call', 'of'],
      registers,
      collect: async () => {
        const threads = await this.threads();
        made.reset();
        for (const { calls } of threads) for (const { count, ...labels } of calls) made.inc(labels, count);
      },
    });
    const delay: Gauge<'thread'> = new Gauge({
      name: 'event_loop_delay_seconds',
      help: 'by which timers of a thread are late, 99th percentile since the last look',
      labelNames: ['thread'],
      registers,
      collect: async () => {
        delay.reset();
        for (const { thread, loopDelay } of await this.threads()) delay.set({ thread }, loopDelay);
      },
    });
    this.gauge('due_waiting', 'rows of waiting work, due or not yet', ({ waiting }) => waiting);
    this.gauge('due_overdue', 'rows whose time has come', ({ overdue }) => overdue);
    this.gauge('due_late', 'rows that have been due for longer than is usual for their kind', ({ late }) => late);
    this.gauge(
      'due_oldest_lateness_seconds',
      'by which the oldest row is overdue',
      ({ oldestLateMs }) => oldestLateMs / 1_000,
    );
    this.gauge('due_parked', 'rows that wait for a partner that is away', ({ parked }) => parked);
    this.gauge('due_hanging', 'rows whose work was told to stop and goes on', ({ hanging }) => hanging);
    this.gauge('due_awaits_operator', 'rows that were parked after failed attempts', (kind) => kind.awaitsOperator);
    const older: Gauge = new Gauge({
      name: 'vault_records_of_older_keys',
      help: 'records that are not sealed with the first master key yet; none: the others may be dropped',
      registers,
      collect: () => {
        if (resealing?.left == null) older.remove();
        else older.set(resealing.left);
      },
    });
    const away: Gauge<'partner'> = new Gauge({
      name: 'partner_away',
      help: '1 while the circuit breaker of a partner is open',
      labelNames: ['partner'],
      registers,
      collect: async () => {
        for (const { partner, isAway } of (await orNothing(this.due.partners())) ?? [])
          away.set({ partner }, Number(isAway));
      },
    });
    const limit: Gauge<'partner'> = new Gauge({
      name: 'retailer_attempts_limit',
      help: 'attempts that may be under way at a retailer at once, as it answers',
      labelNames: ['partner'],
      registers,
      collect: async () => {
        for (const { partner, limit: now } of (await orNothing(this.due.partners())) ?? [])
          if (partner.startsWith('retailer')) limit.set({ partner }, now);
      },
    });
  }

  @Get('metrics')
  async metrics(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    if (!this.operators.includes(request)) throw new Refused('unauthorized', 'unauthorized', 'Please log in.');
    reply.header('content-type', 'text/plain; version=0.0.4');
    this.looked = undefined;
    return await this.registry.metrics();
  }

  /** One look at both threads serves all figures of an answer. */
  private threads(): Promise<Figures[]> {
    this.looked ??= this.figures.all();
    return this.looked;
  }

  private counter(name: string, help: string, figure: 'appends' | 'conflicts') {
    const counter: Counter = new Counter({
      name,
      help,
      registers: [this.registry],
      collect: async () => {
        const threads = await this.threads();
        counter.reset();
        for (const one of threads) counter.inc(one[figure]);
      },
    });
  }

  private passedOver(name: string, help: string, figure: (passed: PassedOver) => number) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: () => gauge.set(figure(this.checks.passedOver())),
    });
  }

  private gauge(name: string, help: string, figure: (kind: ListedJobKind) => number) {
    const gauge: Gauge<'kind'> = new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [this.registry],
      collect: async () => {
        gauge.reset();
        for (const one of (await orNothing(this.due.kinds())) ?? []) gauge.set({ kind: one.kind }, figure(one));
      },
    });
  }
}

async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  return withTimeout(ANSWERS_WITHIN, answer, () => new Error('no answer')).catch(() => undefined);
}
