import { Injectable } from '@nestjs/common';
import { InjectEventLog } from '../config/tokens.js';
import type { EventLog } from '../stores/event-log/event-log.js';
import type { SlotHolder } from './slot-receipts.js';

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
