import { Injectable } from '@nestjs/common';
import { InjectEventLog } from '../config/tokens.js';
import type { EventLog } from '../stores/event-log/event-log.js';
import type { OrderDoc } from './orders.projection.js';

export type SlotHolder = Pick<OrderDoc, 'orderId' | 'slotNumber' | 'reservation'>;

/** Port: signs that a slot is in the log. */
export abstract class ReceiptGiver {
  /** Returns null without a slot, or while no signature is possible yet. */
  abstract receiptOf(order: SlotHolder): Promise<string | null>;
}

export interface Reserved {
  stream: string;
  revision: number;
  position: number;
  hash: string;
  /** ms UTC */
  at: number;
}

@Injectable()
export class SlotEvents {
  constructor(@InjectEventLog() private readonly log: EventLog) {}

  async of({ slotNumber, reservation }: SlotHolder): Promise<Reserved | null> {
    const found = slotNumber === null ? undefined : await this.log.at(reservation.position);
    if (found?.type !== 'SlotReserved') return null;
    const { stream, revision, position, metadata } = found;
    return { stream, revision, position, hash: metadata.hash, at: metadata.recordedAt };
  }
}
