import { Injectable } from '@nestjs/common';
import type { Origin } from '../platform/decider.js';
import { GuestRecords } from './guest-records.js';
import { OrderErasure } from './order-erasure.js';

/** A guest is one order: its data, and what was kept for it. Repeatable. */
@Injectable()
export class GuestErasure {
  constructor(
    private readonly orders: OrderErasure,
    private readonly records: GuestRecords,
  ) {}

  /** @throws Refused 'order-open' while a purchase or its money is open, 'erasure-unfinished' when Stripe cannot be asked */
  async erase(orderId: string, origin: Origin): Promise<void> {
    const { placed } = await this.orders.eraseOrder(orderId, origin);
    await this.records.erase(orderId, placed?.payer.customerId ?? '', origin);
  }
}
