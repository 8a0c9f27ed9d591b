import { Injectable } from '@nestjs/common';
import { product } from '../../catalogue/products/product.js';
import { ProductQueries } from '../../catalogue/products/product-queries.js';
import { countsOf, productDoc, publicProduct } from '../../catalogue/products/products.projection.js';
import { lineMark } from '../../catalogue/products/waitlist.js';
import { InjectEventLog } from '../../config/tokens.js';
import { Commands } from '../../event-sourcing/commands.js';
import { eventAt } from '../../event-sourcing/reading.js';
import type { EventLog } from '../../stores/event-log/event-log.js';
import type { DropNow } from './drop-changes.js';
import { Tallies } from './tallies.js';

/** Reads drops from the log, ahead of the read models. */
@Injectable()
export class CurrentDrops {
  constructor(
    private readonly commands: Commands,
    private readonly queries: ProductQueries,
    readonly tallies: Tallies,
    @InjectEventLog() private readonly log: EventLog,
  ) {}

  async shop(): Promise<DropNow[]> {
    return (await this.queries.shop()).map((one) => ({ product: one, listed: true, line: null, progress: null }));
  }

  /** `before` saves the lookup of `listedAt`. Undefined when the product does not exist. */
  async of(productId: string, before: DropNow | undefined): Promise<DropNow | undefined> {
    const state = await this.commands.state(product, productId);
    const listedAt = before ? Date.parse(before.product.listedAt) : await this.listedAt(productId);
    const doc = productDoc(productId, state, listedAt);
    if (!doc) return undefined;
    const isRunning = doc.startedAt !== null && doc.finishedAt === null;
    const tally = isRunning ? await this.tallies.of(productId) : this.tallies.followed(productId);
    return {
      product: publicProduct(doc, countsOf(state)),
      listed: doc.avail && !doc.delisted,
      line: lineMark(state),
      progress: tally?.progress() ?? null,
    };
  }

  private async listedAt(productId: string): Promise<number> {
    const first = await eventAt(this.log, `product-${productId}`, 0);
    return first?.metadata.recordedAt ?? 0;
  }
}
