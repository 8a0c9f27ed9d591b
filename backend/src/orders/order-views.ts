import { Injectable } from '@nestjs/common';
import type { AdminOrder, Order } from '../contract/api-types.js';
import { Reads } from '../platform/read-models/reads.js';
import { productsProjection } from '../products/products.js';
import { profilesProjection } from '../profiles/profiles.js';
import { statusOf } from './order.js';
import { OrderDesk } from './order-desk.js';
import { orderRefusals } from './order-refusals.js';
import { type OrderDoc, orderView } from './orders.js';

/** Orders as the API answers them, joined with their products. */
@Injectable()
export class OrderViews {
  constructor(
    private readonly reads: Reads,
    private readonly desk: OrderDesk,
  ) {}

  async view(doc: OrderDoc): Promise<Order> {
    const [product, profile] = await this.beside(doc);
    return orderView(doc, product, profile);
  }

  /** As staff work on it: with what may be asked of it now. */
  async staffView(doc: OrderDoc): Promise<AdminOrder> {
    const [product, profile] = await this.beside(doc);
    const refusals = orderRefusals(doc, product, this.desk.now());
    return { ...orderView(doc, product, profile), archived: doc.archived, refusals };
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
    return this.view(await this.now(orderId));
  }

  async freshForStaff(orderId: string): Promise<AdminOrder> {
    return this.staffView(await this.now(orderId));
  }

  private async now(orderId: string): Promise<OrderDoc> {
    const [doc, life] = [await this.desk.find(orderId), await this.desk.state(orderId)];
    return {
      ...doc,
      ...(life.erased ? { email: null, name: null } : {}),
      price: life.placed ? life.price : doc.price,
      status: statusOf(life),
      archived: life.archived,
      life,
    };
  }

  private beside({ productId, accountId, profileId }: OrderDoc) {
    return Promise.all([
      this.reads.get(productsProjection, productId),
      accountId === null ? undefined : this.reads.get(profilesProjection, profileId),
    ]);
  }
}
