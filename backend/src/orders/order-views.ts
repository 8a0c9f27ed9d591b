import { Injectable } from '@nestjs/common';
import type { Order } from '../contract/api-types.js';
import { Reads } from '../platform/read-models/reads.js';
import { productsProjection } from '../products/products.js';
import { profilesProjection } from '../profiles/profiles.js';
import { statusOf } from './order.js';
import { OrderDesk } from './order-desk.js';
import { type OrderDoc, orderView } from './orders.js';

/** Orders as the API answers them, joined with their products. */
@Injectable()
export class OrderViews {
  constructor(
    private readonly reads: Reads,
    private readonly desk: OrderDesk,
  ) {}

  async view(doc: OrderDoc): Promise<Order> {
    const [product, profile] = await Promise.all([
      this.reads.get(productsProjection, doc.productId),
      doc.accountId === null ? undefined : this.reads.get(profilesProjection, doc.profileId),
    ]);
    return orderView(doc, product, profile);
  }

  all(docs: readonly OrderDoc[]): Promise<Order[]> {
    return Promise.all(docs.map((doc) => this.view(doc)));
  }

  async ofAccount(accountId: string): Promise<Order[]> {
    const docs = await this.desk.ofAccount(accountId);
    return this.all(docs.filter(({ archived }) => !archived));
  }

  /** The order as the log says it is now, ahead of the read model. */
  async fresh(orderId: string): Promise<Order> {
    const [doc, life] = [await this.desk.find(orderId), await this.desk.state(orderId)];
    return this.view({
      ...doc,
      price: life.placed ? life.price : doc.price,
      status: statusOf(life),
      archived: life.archived,
      life,
    });
  }
}
