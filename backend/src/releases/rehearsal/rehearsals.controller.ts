import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { orNull } from '@supreme-access/contract/shapes/primitives.js';
import { Rehearsal } from '@supreme-access/contract/shapes/releases.js';
import { Needs } from '../../auth/guard.js';
import { productIdOf } from '../../catalogue/products/product-queries.js';
import { type RequestContext } from '../../event-sourcing/requester.js';
import { AnswersSuccess, Refuses } from '../../http/answers.js';
import { BUDGETS, Budget } from '../../http/budgets.js';
import { Context } from '../../http/request.js';
import { Rehearsals } from './rehearsals.js';

@ApiTags('admin products')
@Controller('api/admin/products')
export class RehearsalsController {
  constructor(private readonly rehearsals: Rehearsals) {}

  /** The last rehearsal of the drop; null before the first. */
  @Get(':id/rehearsal')
  @Needs('admin', 'auditor')
  @AnswersSuccess({ rehearsal: orNull(Rehearsal) })
  @Refuses('not-found')
  async last(@Param('id') id: string) {
    return { success: true, rehearsal: await this.rehearsals.of(productIdOf(id)) };
  }

  /** Plays the drop at the measured pace of the retailer and Stripe, neither of which is called. */
  @Post(':id/rehearse')
  @Budget(BUDGETS.bulk)
  @Needs('admin')
  @AnswersSuccess({ rehearsal: Rehearsal })
  @Refuses('not-found', 'conflict:release-started', 'conflict:no-slots-held')
  async rehearse(@Param('id') id: string, @Context() { metadata }: RequestContext) {
    return { success: true, rehearsal: await this.rehearsals.rehearse(productIdOf(id), metadata) };
  }
}
