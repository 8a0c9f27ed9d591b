import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Open } from '../../auth/guard.js';
import { Operators } from './operators.js';
import { Readiness } from './readiness.js';

@ApiExcludeController()
@Open()
@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly operators: Operators,
  ) {}

  @Get('healthz')
  alive(): { status: string } {
    return { status: 'ok' };
  }

  /** 200 when ready, else 503 with the progress. `degraded` does not affect the status; only operators see details. */
  @Get('readyz')
  async ready(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const report = await this.readiness.look();
    const {
      isReady,
      progress,
      head,
      silent,
      deaf,
      full,
      replaced,
      isStarting,
      inDoubt,
      lacking,
      degraded,
      healthChecks,
    } = report;
    const { position, failures, behind, stopped } = progress;
    const starting = isStarting ? 'the first steps of the start' : null;
    const waitsFor = replaced ?? silent ?? full ?? progress.waitsFor ?? deaf ?? starting;
    const late = healthChecks.flatMap(({ state, says }) => (state === 'fine' ? [] : [says]));
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
      ...(degraded.length + late.length === 0 ? {} : { degraded: [...degraded, ...late] }),
    };
  }
}
