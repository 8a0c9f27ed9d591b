import { Injectable } from '@nestjs/common';
import type { DropSums } from '@supreme-access/contract/shapes/drops.js';
import type { ProductEvent } from '../../catalogue/products/product.js';
import { InjectEventLog, InjectSchema } from '../../config/tokens.js';
import type { Schema } from '../../event-sourcing/codec.js';
import type { OrderEvent } from '../../orders/order.js';
import type { EventLog, RecordedEvent } from '../../stores/event-log/event-log.js';
import { StreamDamaged } from '../../stores/event-log/stream-integrity.js';
import { type Dated, openCaseFiles } from '../case-files.js';
import { Histories } from '../order-history.js';
import { type EndedOrder, endOf, readDrop, sumsOf } from './drop-history.js';
import type { DropSummary } from './drop-summary.js';

export interface CountedDrop {
  sums: DropSums | null;
  /** cancelled or taken off the shop */
  isWithdrawn: boolean;
}

/** Reads drops from the log itself, because read models may lag. */
@Injectable()
export class DropRecords {
  constructor(
    @InjectEventLog() private readonly log: EventLog,
    @InjectSchema() private readonly schema: Schema,
  ) {}

  histories(): Histories {
    return new Histories(this.log, this.schema);
  }

  /** Returns null while an order is open. @throws StreamDamaged, or the signal's reason */
  async count(productId: string, signal: AbortSignal): Promise<CountedDrop | null> {
    const histories = this.histories();
    const end = readDrop((await this.dated(histories, `product-${productId}`)) as Dated<ProductEvent>[]);
    const ended: EndedOrder[] = [];
    for (const orderId of end.started?.orders ?? []) {
      signal.throwIfAborted();
      const one = endOf((await this.dated(histories, `order-${orderId}`)) as Dated<OrderEvent>[]);
      if (!one) return null;
      ended.push(one);
    }
    return { sums: sumsOf(end, ended), isWithdrawn: end.isWithdrawn };
  }

  /** @throws StreamDamaged */
  async summary(productId: string): Promise<(RecordedEvent & { data: DropSummary }) | null> {
    const { events, damage } = await this.histories().stream(`drop-${productId}`);
    if (damage) throw new StreamDamaged(damage);
    return (events[0] as (RecordedEvent & { data: DropSummary }) | undefined) ?? null;
  }

  private async dated(histories: Histories, stream: string): Promise<Dated<ProductEvent | OrderEvent>[]> {
    const { events, damage } = await histories.stream(stream);
    if (damage) throw new StreamDamaged(damage);
    const { products, orders } = openCaseFiles(events, this.schema);
    return [...products.values(), ...orders.values()].flat();
  }
}
