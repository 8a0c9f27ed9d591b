import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Open } from '../auth/guard.js';
import { DueReport } from '../due/due-report.js';
import type { Position } from '../log/event-log.js';
import { LiveEvents } from '../log/live-events.js';
import { Startup } from '../platform.js';
import { Projector } from '../projections/projector.js';
import { StoreCalls } from '../store-calls.js';
import { StoreUnavailable } from '../store-unavailable.js';
import { Streams } from '../streams.js';
import { within } from '../within.js';

/** ms a store has to say that it is there */
const ANSWERS_WITHIN = 2_000;

@ApiExcludeController()
@Open()
@Controller()
export class HealthController {
  constructor(
    private readonly projector: Projector,
    private readonly streams: Streams,
    private readonly startup: Startup,
    private readonly live: LiveEvents,
    private readonly calls: StoreCalls,
    private readonly due: DueReport,
  ) {}

  @Get('healthz')
  alive(): { status: string } {
    return { status: 'ok' };
  }

  /**
   * 200 once the read models have caught up and the start is over; 503 with the progress until then, when one of them has failed,
   * while a store does not answer, or leaves a call unanswered for 5 s, and while the log cannot say what it has stored.
   * `degraded` tells what is late or away while the program itself is well: it changes nothing about the status.
   */
  @Get('readyz')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const { position, caughtUp, failures, behind, stopped, ...progress } = this.projector.progress();
    const [head, stored, degraded] = await Promise.all([
      soon('EventStoreDB', this.projector.head()),
      // Until then they may not even be open.
      caughtUp ? soon('MongoDB', this.projector.stored()) : 0,
      caughtUp ? this.due.degraded() : [],
    ]);
    const starting = caughtUp && !this.startup.isOver ? 'the first steps of the start' : null;
    const deaf = this.live.trouble === null ? null : `the events of the log: ${this.live.trouble}`;
    const silent = [head, stored].find((told) => typeof told === 'string');
    const waitsFor = silent ?? this.calls.hung() ?? progress.waitsFor ?? deaf ?? starting;
    const inDoubt = this.streams.inDoubt();
    const isWaiting = waitsFor !== null || inDoubt !== null;
    const isReady = caughtUp && failures.length === 0 && !stopped && !isWaiting;
    if (!isReady) reply.status(503);
    return {
      ready: isReady,
      position,
      ...(typeof head === 'number' ? { head } : {}),
      failures,
      ...(behind.length === 0 ? {} : { behind }),
      ...(stopped ? { stopped } : {}),
      ...(waitsFor === null ? {} : { waitsFor }),
      ...(inDoubt === null ? {} : { inDoubt }),
      ...(degraded.length === 0 ? {} : { degraded }),
    };
  }
}

async function soon(store: string, answer: Promise<Position>): Promise<Position | string> {
  try {
    return await within(ANSWERS_WITHIN, answer, () => new StoreUnavailable(`${store} does not answer`));
  } catch (error) {
    if (error instanceof StoreUnavailable) return error.message;
    return `${store} refuses: ${error instanceof Error ? error.message : String(error)}`;
  }
}
