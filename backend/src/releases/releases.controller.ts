import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { COUNT } from '@supreme-access/contract/shapes/primitives.js';
import { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { Needs } from '../auth/guard.js';
import type { ProductEvent } from '../catalogue/products/product.js';
import { CancelDrop, product, StartRelease } from '../catalogue/products/product.js';
import { CancelBody } from '../catalogue/products/product-form.js';
import { ProductQueries, productIdOf } from '../catalogue/products/product-queries.js';
import { InjectEventLog } from '../config/tokens.js';
import { Commands } from '../event-sourcing/commands.js';
import { ours } from '../event-sourcing/ours.js';
import { type RequestContext } from '../event-sourcing/requester.js';
import { AnswersSuccess, Refuses } from '../http/answers.js';
import { BUDGETS, Budget } from '../http/budgets.js';
import { Context } from '../http/request.js';
import type { EventLog } from '../stores/event-log/event-log.js';

@ApiTags('admin products')
@Controller('api/admin/products')
@Needs('admin')
export class ReleasesController {
  constructor(
    private readonly commands: Commands,
    private readonly queries: ProductQueries,
    @InjectEventLog() private readonly log: EventLog,
  ) {}

  /** Starts the release now: reservations close, and all held slots are checked out. */
  @Post(':id/release')
  @AnswersSuccess({ product: AdminProduct })
  @Refuses('not-found', 'conflict:release-started')
  async release(@Param('id') id: string, @Context() { metadata }: RequestContext) {
    const start = new StartRelease(productIdOf(id), { by: 'hand' }, metadata);
    const { state } = await this.commands.execute(product, start);
    return { success: true, product: await this.queries.after(id, state) };
  }

  /** Cancels the drop before its release, withdraws its slots and mails the holders. */
  @Post(':id/cancel')
  @Budget(BUDGETS.bulk)
  @AnswersSuccess({ withdrawn: COUNT })
  @Refuses('invalid', 'not-found', 'conflict:release-started')
  async cancel(@Param('id') id: string, @Body() { reason }: CancelBody, @Context() { metadata }: RequestContext) {
    const { events } = await this.commands.execute(product, new CancelDrop(productIdOf(id), { reason }, metadata));
    const cancelled = events.find((event) => event.type === 'DropCancelled');
    return { success: true, withdrawn: cancelled ? cancelled.data.withdrawn : await this.withdrawnBefore(id) };
  }

  private async withdrawnBefore(id: string): Promise<number> {
    type Cancelled = Extract<ProductEvent, { type: 'DropCancelled' }>;
    for await (const { type, data } of ours(this.log.readStream(`product-${id}`))) {
      if (type === 'DropCancelled') return (data as Cancelled['data']).withdrawn;
    }
    return 0;
  }
}
