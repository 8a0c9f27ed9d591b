import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { Open } from '../auth/guard.js';
import type { EventLog } from '../log/event-log.js';
import { InjectEventLog } from '../platform.js';
import { Projector } from '../projections/projector.js';
import { Streams } from '../streams.js';

/** Whether it lives, whether it serves, and how it does. Nothing about people, keys or settings. */
@ApiExcludeController()
@Open()
@Controller()
export class HealthController {
  private readonly registry = new Registry();

  constructor(
    private readonly projector: Projector,
    private readonly streams: Streams,
    @InjectEventLog() private readonly log: EventLog,
  ) {
    collectDefaultMetrics({ register: this.registry });
    const registers = [this.registry];
    const lag: Gauge = new Gauge({
      name: 'projections_lag',
      help: 'log positions not folded yet',
      registers,
      collect: async () => lag.set((await this.log.head()) - this.projector.progress().position),
    });
  }

  @Get('healthz')
  alive(): { status: string } {
    return { status: 'ok' };
  }

  /**
   * 200 once the read models have caught up; 503 with the progress until then, when one of them has failed, and while the log
   * cannot say what it has stored.
   */
  @Get('readyz')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const { position, caughtUp, failures, stopped, waitsFor } = this.projector.progress();
    const head = await this.log.head();
    const inDoubt = this.streams.inDoubt();
    const isWaiting = waitsFor !== null || inDoubt !== null;
    const isReady = caughtUp && failures.length === 0 && !stopped && !isWaiting;
    if (!isReady) reply.status(503);
    return {
      ready: isReady,
      position,
      head,
      failures,
      ...(stopped ? { stopped } : {}),
      ...(waitsFor === null ? {} : { waitsFor }),
      ...(inDoubt === null ? {} : { inDoubt }),
    };
  }

  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4')
  metrics(): Promise<string> {
    return this.registry.metrics();
  }
}
