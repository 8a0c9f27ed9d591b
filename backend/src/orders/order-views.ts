import { Injectable } from '@nestjs/common';
import type { Order } from '../contract/api-types.js';
import { Refused } from '../platform/decider.js';
import type { EventLog } from '../platform/log/event-log.js';
import { InjectEventLog } from '../platform/platform.js';
import { Projector } from '../platform/projections/projector.js';
import { Reads } from '../platform/read-models/reads.js';
import { productsProjection } from '../products/products.js';
import { profilesProjection } from '../profiles/profiles.js';
import { statusOf } from './order.js';
import { OrderDesk } from './order-desk.js';
import { type OrderDoc, ordersProjection, orderView } from './orders.js';

/** ms */
const FOLDED_WITHIN = 5_000;

/** Orders as the API answers them, joined with their products. */
@Injectable()
export class OrderViews {
  constructor(
    private readonly reads: Reads,
    private readonly desk: OrderDesk,
    private readonly projector: Projector,
    @InjectEventLog() private readonly log: EventLog,
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
    const [doc, life] = [await this.found(orderId), await this.desk.state(orderId)];
    return this.view({
      ...doc,
      ...(life.erased ? { email: null, name: null } : {}),
      price: life.placed ? life.price : doc.price,
      status: statusOf(life),
      archived: life.archived,
      life,
    });
  }

  /** One that was made a moment ago may not be folded yet. @throws Refused 'not-found' | 'not-ready' */
  private async found(orderId: string): Promise<OrderDoc> {
    const isThere = (await this.reads.get(ordersProjection, orderId)) !== undefined;
    if (isThere || (await this.projector.passed(await this.log.head(), FOLDED_WITHIN))) return this.desk.find(orderId);
    throw new Refused('not-ready', 'unavailable', 'The read models are far behind. Try again in a moment.', 1);
  }
}
