import { Injectable } from '@nestjs/common';
import { OPEN_STATUSES } from '@supreme-access/contract/statuses.js';
import { type ProductUse, UsesProducts } from '../catalogue/products/product-use.js';
import { Commands } from '../event-sourcing/commands.js';
import { Reads } from '../projections/reads.js';
import { order } from './order.js';
import { isEnded } from './order-status.js';
import { ordersProjection } from './orders.projection.js';

const PAGE = 100;

@UsesProducts()
@Injectable()
export class OpenOrders implements ProductUse {
  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
  ) {}

  async isSeen(productId: string): Promise<boolean> {
    return (await this.shown(productId, { skip: 0, limit: 1 })).length > 0;
  }

  async isCertain(productId: string): Promise<boolean> {
    for (let skip = 0; ; skip += PAGE) {
      const shown = await this.shown(productId, { skip, limit: PAGE });
      for (const { orderId } of shown) if (!isEnded(await this.commands.state(order, orderId))) return true;
      if (shown.length < PAGE) return false;
    }
  }

  private shown(productId: string, page: { skip: number; limit: number }) {
    const where = { productId, status: { in: OPEN_STATUSES } };
    return this.reads.find(ordersProjection, { where, sort: [['orderDate', 'asc']], ...page });
  }
}
