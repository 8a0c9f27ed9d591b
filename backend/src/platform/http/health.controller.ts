import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Open } from '../auth/guard.js';
import { DueReport } from '../due/due-report.js';
import { Startup } from '../platform.js';
import { Projector } from '../projections/projector.js';
import { Streams } from '../streams.js';
import { Operators } from './operators.js';
import { StoreHealth } from './store-health.js';

@ApiExcludeController()
@Open()
@Controller()
export class HealthController {
  constructor(
    private readonly projector: Projector,
    private readonly streams: Streams,
    private readonly startup: Startup,
    private readonly stores: StoreHealth,
    private readonly due: DueReport,
    private readonly operators: Operators,
  ) {}

  @Get('healthz')
  alive(): { status: string } {
    return { status: 'ok' };
  }

  /**
   * 200 once the read models have caught up and the start is over; 503 with the progress until then, when one of them has failed,
   * while a store does not answer, or leaves a call unanswered for 5 s, while the log cannot say what it has
   * stored, and while the vault lacks what the log names.
   * `degraded` tells what is late or away while the program itself is well: it changes nothing about the status. All but the
   * status is for operators.
   */
  @Get('readyz')
  async ready(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const { position, caughtUp, failures, behind, stopped, ...progress } = this.projector.progress();
    const [{ head, silent, deaf, lacking }, degraded] = await Promise.all([
      this.stores.ask(),
      caughtUp ? this.due.degraded() : [],
    ]);
    const starting = caughtUp && !this.startup.isOver ? 'the first steps of the start' : null;
    const waitsFor = silent ?? progress.waitsFor ?? deaf ?? starting;
    const inDoubt = this.streams.inDoubt();
    const isWaiting = waitsFor !== null || inDoubt !== null;
    const isReady = caughtUp && failures.length === 0 && !stopped && !isWaiting && lacking.length === 0;
    if (!isReady) reply.status(503);
    if (!this.operators.includes(request)) return { ready: isReady };
    return {
      ready: isReady,
      position,
      ...(head === null ? {} : { head }),
      failures,
      ...(behind.length === 0 ? {} : { behind }),
      ...(stopped ? { stopped } : {}),
      ...(waitsFor === null ? {} : { waitsFor }),
      ...(inDoubt === null ? {} : { inDoubt }),
      ...(lacking.length === 0 ? {} : { vaultLacks: lacking }),
      ...(degraded.length === 0 ? {} : { degraded }),
    };
  }
}
