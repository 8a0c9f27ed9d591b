import { Injectable } from '@nestjs/common';
import type { AdminProduct } from '@supreme-access/contract/api-types.js';
import { order } from '../orders/order.js';
import { isEnded } from '../orders/order-status.js';
import { Commands } from '../platform/commands.js';
import { noSuch, type Origin, Refused } from '../platform/decider.js';
import { uuidV5 } from '../platform/ids.js';
import type { EventLog } from '../platform/log/event-log.js';
import { InjectEventLog } from '../platform/platform.js';
import { PictureFiles, pictureNamed } from './picture-files.js';
import {
  CancelDrop,
  CreateProduct,
  DelistProduct,
  EditProduct,
  type ProductCommand,
  type ProductEvent,
  type ProductFacts,
  product,
  StartRelease,
} from './product.js';
import { type ProductBody, readChanges, readNewProduct } from './product-form.js';
import { ProductQueries, productIdOf } from './product-queries.js';

/** orders looked at together */
const PAGE = 100;

/** Where admins' commands on products are handed in; the answers are the product as the command left it. */
@Injectable()
export class ProductDesk {
  constructor(
    private readonly commands: Commands,
    private readonly queries: ProductQueries,
    @InjectEventLog() private readonly log: EventLog,
    private readonly pictures: PictureFiles,
  ) {}

  /** The same command makes the same product, however often it is repeated. @throws Refused */
  async create(body: ProductBody, origin: Origin): Promise<AdminProduct> {
    const productId = uuidV5(origin.commandId, 'product');
    const facts = readNewProduct(body, productId);
    await this.assertPicture(facts);
    return this.ask(new CreateProduct(productId, facts, origin));
  }

  /** @throws Refused */
  async edit(id: string, body: ProductBody, origin: Origin): Promise<AdminProduct> {
    const state = await this.commands.state(product, productIdOf(id));
    if (!state.facts) throw noSuch('product');
    const changes = readChanges(body, state.facts, state);
    await this.assertPicture(changes);
    return this.ask(new EditProduct(id, changes, origin));
  }

  /** @throws Refused 'not-found' | 'open-orders' */
  async delist(id: string, origin: Origin): Promise<AdminProduct> {
    const openOrders = (await this.hasOpenOrders(productIdOf(id))) ? 1 : 0;
    return this.ask(new DelistProduct(id, { openOrders }, origin));
  }

  /** Whether one of the orders shown as moving really does: each is asked until the first that says so. */
  private async hasOpenOrders(id: string): Promise<boolean> {
    for (let skip = 0; ; skip += PAGE) {
      const shown = await this.queries.openOrders(id, { skip, limit: PAGE });
      for (const orderId of shown) if (!isEnded(await this.commands.state(order, orderId))) return true;
      if (shown.length < PAGE) return false;
    }
  }

  /** @throws Refused 'not-found' | 'release-started' */
  async release(id: string, origin: Origin): Promise<AdminProduct> {
    return this.ask(new StartRelease(productIdOf(id), { by: 'hand' }, origin));
  }

  /** Answers how many slots the drop's end withdraws. @throws Refused 'not-found' | 'release-started' */
  async cancel(id: string, reason: string, origin: Origin): Promise<number> {
    const { events } = await this.commands.execute(product, new CancelDrop(productIdOf(id), { reason }, origin));
    const cancelled = events.find((event) => event.type === 'DropCancelled');
    return cancelled ? cancelled.data.withdrawn : this.withdrawnBefore(id);
  }

  /** @throws Refused when a picture of ours is named that is not kept */
  private async assertPicture({ productImage = '' }: Partial<ProductFacts>): Promise<void> {
    const name = pictureNamed(productImage);
    if (name === undefined || (await this.pictures.has(name))) return;
    throw new Refused('image-missing', 'invalid', 'This picture is not kept here. Upload it again.');
  }

  private async ask(command: ProductCommand): Promise<AdminProduct> {
    const { state } = await this.commands.execute(product, command);
    return this.queries.after(command.id, state);
  }

  /** What the first to cancel the drop was told. It reads the whole stream, for a repeat that hardly ever comes. */
  private async withdrawnBefore(id: string): Promise<number> {
    type Cancelled = Extract<ProductEvent, { type: 'DropCancelled' }>;
    for await (const { type, data } of this.log.readStream(`product-${id}`)) {
      if (type === 'DropCancelled') return (data as Cancelled['data']).withdrawn;
    }
    return 0;
  }
}
