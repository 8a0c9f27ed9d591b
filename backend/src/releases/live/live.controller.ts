import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DROP_EVENTS, DropEvent, ShopEvent } from '@supreme-access/contract/shapes/releases.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Open } from '../../auth/guard.js';
import { ProductQueries } from '../../catalogue/products/product-queries.js';
import { isStaff } from '../../catalogue/products/products.controller.js';
import { AnswersStream, Refuses } from '../../http/answers.js';
import { openEventStream } from '../../http/sse.js';
import { LiveDrops } from './live-drops.js';

const names = Object.keys(DROP_EVENTS).map((name) => `\`${name}\``);
export const DROP_EVENT_NAMES = `server-sent events ${names.join(', ')}`;

@ApiTags('products')
@Open()
@Controller('api')
export class LiveController {
  constructor(
    private readonly queries: ProductQueries,
    private readonly live: LiveDrops,
  ) {}

  /** The drop's current state, then each change, at most four per second. */
  @Get('products/:id/stream')
  @AnswersStream('text/event-stream', DropEvent, DROP_EVENT_NAMES)
  @Refuses('not-found', 'too-many', 'unavailable:busy')
  async drop(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.queries.inShop(id, isStaff(request));
    const stream = openEventStream(request, reply);
    stream.onClose(this.live.listen(id, stream.write, isStaff(request)));
  }

  /** The same for all listed drops; the first event, `products`, contains them. */
  @Get('shop/stream')
  @AnswersStream('text/event-stream', ShopEvent, `${DROP_EVENT_NAMES}, \`products\``)
  @Refuses('too-many', 'unavailable:busy')
  shop(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const stream = openEventStream(request, reply);
    stream.onClose(this.live.listenToShop(stream.write));
  }
}
