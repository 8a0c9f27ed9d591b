import { Injectable } from '@nestjs/common';
import type { EventLog, RecordedEvent } from '../platform/log/event-log.js';
import { InjectEventLog } from '../platform/platform.js';
import type { SlotHolder } from './slot-receipts.js';
import { firstSince } from './story.js';

/** A slot's SlotReserved as the log holds it. */
export interface Reserved {
  stream: string;
  revision: number;
  position: number;
  hash: string;
  /** ms UTC */
  at: number;
}

/** events read at once: as a rule the first ones do */
const PAGE = 32;
const PAGES = 40;
/** events of one batch may bear times of each other */
const BACK = 64;

/** Finds the slots of orders in the streams of products, which may be long. */
@Injectable()
export class SlotEvents {
  constructor(@InjectEventLog() private readonly log: EventLog) {}

  /** Null of an order that never had a slot. */
  async of(order: SlotHolder): Promise<Reserved | null> {
    const { productId, slotNumber, orderDate } = order;
    if (slotNumber === null) return null;
    const stream = `product-${productId}`;
    // A slot's number never exceeds its revision, and is close to it where few gave their slots back.
    const near = await this.within(order, stream, slotNumber, 1);
    if (near) return near;
    const from = Math.max(0, (await firstSince(this.log, stream, slotNumber, orderDate)) - BACK);
    return this.within(order, stream, from, PAGES);
  }

  private async within({ orderId }: SlotHolder, stream: string, from: number, pages: number): Promise<Reserved | null> {
    for (let page = 0; page < pages; page += 1) {
      let read = 0;
      for await (const event of this.log.readStream(stream, { from: from + page * PAGE, limit: PAGE })) {
        if (event.type === 'SlotReserved' && event.data.orderId === orderId) return reserved(event);
        read += 1;
      }
      if (read < PAGE) return null;
    }
    return null;
  }
}

function reserved({ stream, revision, position, metadata }: RecordedEvent): Reserved {
  return { stream, revision, position, hash: metadata.hash, at: metadata.recordedAt };
}
