import { Injectable } from '@nestjs/common';
import { InjectEventLog } from '../config/tokens.js';
import type { EventLog } from '../stores/event-log/event-log.js';
import type { SlotHolder } from './slot-receipts.js';

/** A slot's SlotReserved as the log holds it. */
export interface Reserved {
  stream: string;
  revision: number;
  position: number;
  hash: string;
  /** ms UTC */
  at: number;
}

/** Reads the events that reserved the slots of orders. */
@Injectable()
export class SlotEvents {
  constructor(@InjectEventLog() private readonly log: EventLog) {}

  /** Null of an order that never had a slot. */
  async of({ slotNumber, reservation }: SlotHolder): Promise<Reserved | null> {
    const found = slotNumber === null ? undefined : await this.log.at(reservation.position);
    if (found?.type !== 'SlotReserved') return null;
    const { stream, revision, position, metadata } = found;
    return { stream, revision, position, hash: metadata.hash, at: metadata.recordedAt };
  }
}
