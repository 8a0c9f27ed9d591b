import { Injectable } from '@nestjs/common';
import { OPEN_STATUSES } from '@supreme-access/contract/statuses.js';
import { type ProductUse, UsesProducts } from '../catalogue/products/product-use.js';
import { productsProjection } from '../catalogue/products/products.projection.js';
import { Commands } from '../event-sourcing/commands.js';
import { Reads } from '../projections/reads.js';
import { type RetailerUse, UsesRetailers } from '../retailers/directory/directory.js';
import { order } from './order.js';
import { isOpen } from './order-checkout.js';
import { isEnded } from './order-status.js';
import { ordersProjection } from './orders.projection.js';

const PAGE = 100;

@UsesProducts()
@UsesRetailers()
@Injectable()
export class OpenOrders implements ProductUse, RetailerUse {
  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
  ) {}

  async isUsed(): Promise<boolean> {
    return false;
  }

  /** A shop that waits for its shopper keeps no release open, and is asked of the session until it has expired. */
  async isBuying(retailerId: string): Promise<boolean> {
    const products = await this.reads.find(productsProjection, { where: { retailerId } });
    const productId = { in: products.map((one) => one.productId) };
    const where = { productId, status: { in: ['processing', 'action_required'] } };
    return (await this.reads.find(ordersProjection, { where })).some(({ life }) => isOpen(life));
  }

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
