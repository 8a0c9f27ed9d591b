import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { Needs } from '../auth/guard.js';
import { product } from '../catalogue/products/product.js';
import { systemStep } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { type RequestContext } from '../event-sourcing/requester.js';
import { AnswersSuccess, Refuses } from '../http/answers.js';
import { BUDGETS, Budget } from '../http/budgets.js';
import { Context } from '../http/request.js';
import { notReleased } from '../orders/order-checkout.js';
import { OrderViews } from '../orders/order-views.js';
import { Orders } from '../orders/orders.js';
import { Checkouts, RetailerAway } from './checkouts.js';

@ApiTags('admin orders')
@Needs('admin')
@Controller('api/admin/orders')
export class AttemptController {
  constructor(
    private readonly orders: Orders,
    private readonly views: OrderViews,
    private readonly commands: Commands,
    private readonly checkouts: Checkouts,
  ) {}

  /** Attempts the checkout now and returns the order. 409 before the release, except for test orders. */
  @Post(':id/checkout')
  @Budget(BUDGETS.partner)
  @AnswersSuccess({ order: AdminOrder })
  @Refuses('not-found', 'conflict:not-released')
  async attempt(@Param('id') id: string, @Context() context: RequestContext) {
    const { productId, livemode } = await this.orders.find(id);
    const { startedAt } = await this.commands.state(product, productId);
    if (livemode && startedAt === null) throw notReleased();
    const metadata = systemStep('checkout', context.metadata);
    await this.checkouts.step(id, AbortSignal.timeout(30_000), { metadata }).catch(saidByTheOrder);
    return { success: true, order: await this.views.freshForStaff(id) };
  }
}

function saidByTheOrder(error: unknown): void {
  if (!(error instanceof RetailerAway)) throw error;
}
