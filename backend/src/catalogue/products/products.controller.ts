import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { TEXT } from '@supreme-access/contract/shapes/primitives.js';
import { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Open } from '../../auth/guard.js';
import type { Config } from '../../config/config.js';
import { InjectClock, InjectConfig } from '../../config/tokens.js';
import { noSuch } from '../../event-sourcing/decider.js';
import { Answers, AnswersList, AnswersStream, Refuses } from '../../http/answers.js';
import { calendarDrop, dropCalendar } from './drop-calendar.js';
import { ProductQueries } from './product-queries.js';

@ApiTags('products')
@Open()
@Controller('api/products')
export class ProductsController {
  constructor(
    private readonly queries: ProductQueries,
    @InjectConfig() private readonly config: Config,
    @InjectClock() private readonly clock: () => number,
  ) {}

  @Get()
  @AnswersList(PublicProduct)
  list() {
    return this.queries.shop();
  }

  /** Only admins and auditors see hidden products. */
  @Get(':id')
  @Answers(PublicProduct)
  @Refuses('not-found')
  one(@Param('id') id: string, @Req() request: FastifyRequest) {
    return this.queries.inShop(id, isStaff(request));
  }

  /** The drop as an iCalendar file (RFC 5545); 404 for a drop that is released by hand. */
  @Get(':id/calendar.ics')
  @AnswersStream('text/calendar', TEXT, 'one event, which replaces an older one of the same drop')
  @Refuses('not-found')
  async calendar(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const doc = await this.queries.offered(id, isStaff(request));
    const drop = calendarDrop(doc, this.config.publicUrl, this.clock());
    if (!drop) throw noSuch('product');
    void reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="drop.ics"')
      .send(dropCalendar(drop));
  }
}

export function isStaff({ session }: FastifyRequest): boolean {
  return session?.roles.some((role) => role === 'admin' || role === 'auditor') ?? false;
}
