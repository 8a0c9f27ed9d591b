import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ControlRoom, ReleaseOutcome, RunningReleases } from '@supreme-access/contract/shapes/releases.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Needs } from '../../auth/guard.js';
import { productIdOf } from '../../catalogue/products/product-queries.js';
import { Answers, AnswersStream, Refuses } from '../../http/answers.js';
import { openEventStream } from '../../http/sse.js';
import { ControlRooms } from './control-rooms.js';
import { LiveReleases } from './live-releases.js';
import { Outcomes } from './outcomes.js';

@ApiTags('admin products')
@Needs('admin', 'auditor')
@Controller('api/admin')
export class OutcomesController {
  constructor(
    private readonly outcomes: Outcomes,
    private readonly rooms: ControlRooms,
    private readonly live: LiveReleases,
  ) {}

  /** The release's figures so far, without test orders; 404 before it starts. */
  @Get('products/:id/outcome')
  @Answers(ReleaseOutcome)
  @Refuses('not-found')
  outcome(@Param('id') id: string) {
    return this.outcomes.of(productIdOf(id));
  }

  /** Each held slot's state, when they were reserved, and how fast the retailer answers; without test orders. */
  @Get('products/:id/control-room')
  @Answers(ControlRoom)
  @Refuses('not-found')
  room(@Param('id') id: string) {
    return this.rooms.of(productIdOf(id));
  }

  /** The outcomes of releases that run or ended in the last 15 minutes, at most four updates per second. */
  @Get('releases/stream')
  @AnswersStream('text/event-stream', RunningReleases, 'server-sent events `releases`')
  @Refuses('too-many', 'unavailable:busy')
  stream(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const stream = openEventStream(request, reply);
    stream.onClose(this.live.listen(stream.write));
  }
}
