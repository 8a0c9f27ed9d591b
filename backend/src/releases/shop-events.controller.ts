import { Controller, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Open } from '../auth/guard.js';
import { Limited } from '../auth/limited.js';
import { AnswersSuccess, Refuses } from '../http/answers.js';
import { ShopEvents } from './shop-events.js';

/** A drop's orders may all be told within a minute. */
const RATE_LIMIT = { name: 'shop-events', max: 6_000, seconds: 60 };

/** Order events of shops that speak UCP or ACP. A 200 means that the event is stored, or of no open order here. */
@ApiTags('webhooks')
@Controller('api/webhooks')
@Open()
@Limited(RATE_LIMIT)
export class ShopEventsController {
  constructor(private readonly events: ShopEvents) {}

  @Post('retailers/:id')
  @AnswersSuccess()
  @Refuses('not-found', 'unauthorized:signature-invalid', 'unavailable:partner-away')
  @ApiBody({ description: "the shop's order event, as signed", schema: { type: 'object' } })
  async receive(@Param('id') id: string, @Req() { rawBody, headers }: FastifyRequest) {
    const texts = Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]);
    await this.events.receive(id, { headers: Object.fromEntries(texts), body: rawBody ?? Buffer.alloc(0) });
    return { success: true };
  }
}
