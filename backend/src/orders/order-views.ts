import { Injectable } from '@nestjs/common';
import { priceOf } from '@supreme-access/contract/money.js';
import type { AdminOrder, Order } from '@supreme-access/contract/shapes/orders.js';
import { productsProjection } from '../catalogue/products/products.projection.js';
import { InjectClock } from '../config/tokens.js';
import { profilesProjection } from '../customers/profiles/profiles.projection.js';
import { SecurityCodes } from '../customers/profiles/security-codes.js';
import { Commands } from '../event-sourcing/commands.js';
import { Reads } from '../projections/reads.js';
import { CheckoutSecrets } from './checkout-secrets.js';
import { isMadeByGuest, order } from './order.js';
import { needsCode } from './order-checkout.js';
import { leftOf } from './order-refund.js';
import { orderRefusals } from './order-refusals.js';
import { openEscalation, statusOf } from './order-status.js';
import { Orders } from './orders.js';
import { codeOnFile, type OrderDoc, orderView } from './orders.projection.js';

const EXPIRED_NOTE =
  "The retailer's link has expired. We are checking whether you finished there. Nothing was charged so far.";

@Injectable()
export class OrderViews {
  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly orders: Orders,
    private readonly codes: SecurityCodes,
    private readonly secrets: CheckoutSecrets,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async view(doc: OrderDoc): Promise<Order> {
    return { ...orderView(doc, await this.beside(doc)), ...(await this.finishOf(doc)) };
  }

  async staffView(doc: OrderDoc): Promise<AdminOrder> {
    const beside = await this.beside(doc);
    const refusals = orderRefusals(doc, beside.product, this.clock());
    const refundable = priceOf(leftOf(doc.life));
    // Whoever has the shop's links can see the buyer there.
    const shown = orderView({ ...doc, atShop: null }, beside);
    return { ...shown, archived: doc.archived, refundable, refusals };
  }

  async all(docs: readonly OrderDoc[]): Promise<Order[]> {
    const onFile = await this.codesOf(docs);
    const view = async (doc: OrderDoc) => ({
      ...orderView(doc, await this.beside(doc, onFile)),
      ...(await this.finishOf(doc)),
    });
    return Promise.all(docs.map(view));
  }

  async ofAccount(accountId: string): Promise<Order[]> {
    const docs = await this.orders.ofAccount(accountId);
    return this.all(docs);
  }

  async fresh(orderId: string): Promise<Order> {
    return this.view(await this.now(orderId));
  }

  async freshForStaff(orderId: string): Promise<AdminOrder> {
    return this.staffView(await this.now(orderId));
  }

  /** The document with the state of the log, which is ahead of the read model. */
  async now(orderId: string): Promise<OrderDoc> {
    const [doc, life] = [await this.orders.current(orderId), await this.commands.state(order, orderId)];
    return {
      ...doc,
      ...(life.erased ? { email: null, name: null } : {}),
      price: life.placed ? life.price : doc.price,
      status: statusOf(life),
      archived: life.archived,
      codeRecord: life.placed ? life.codeRecord : doc.codeRecord,
      life,
    };
  }

  /** For the shopper alone: whoever has the link can pay there. */
  private async finishOf({ life }: OrderDoc): Promise<Partial<Pick<Order, 'finish' | 'statusNote'>>> {
    const open = openEscalation(life);
    const kept = open && this.clock() < open.until ? await this.secrets.link(open.linkRecord) : null;
    if (open && kept === null) return { statusNote: EXPIRED_NOTE };
    // It was checked as it was read from the shop; that of the sandbox is no https.
    return open && kept !== null ? { finish: { link: kept, until: new Date(open.until).toISOString() } } : {};
  }

  private async beside(doc: OrderDoc, recordsOnFile?: ReadonlySet<string>) {
    const { productId, profileId } = doc;
    const [product, profile, onFile] = await Promise.all([
      this.reads.get(productsProjection, productId),
      isMadeByGuest(doc) ? undefined : this.reads.get(profilesProjection, profileId),
      recordsOnFile ?? this.codesOf([doc]),
    ]);
    return { product, profile, hasCode: codeOnFile(doc, onFile) };
  }

  private codesOf(docs: readonly OrderDoc[]): Promise<ReadonlySet<string>> {
    return this.codes.onFile(docs.map((doc) => (needsCode(doc.life, doc) ? doc.codeRecord : null)));
  }
}
