import { Injectable } from '@nestjs/common';
import { StripeGateway } from '../payments/stripe-gateway.js';
import { type Origin, Refused } from '../platform/decider.js';
import { Sealer } from '../platform/vault/sealer.js';
import { GuestProfiles, subjectOfGuest } from '../profiles/guest-profiles.js';
import { OrderErasure } from './order-erasure.js';

/** A guest is one order: its data, the profile made for it, the customer at Stripe. The key goes last. Repeatable. */
@Injectable()
export class GuestErasure {
  constructor(
    private readonly orders: OrderErasure,
    private readonly guests: GuestProfiles,
    private readonly stripe: StripeGateway,
    private readonly sealer: Sealer,
  ) {}

  /** @throws Refused 'order-open' while a purchase or its money is open, 'erasure-unfinished' when Stripe cannot be asked */
  async erase(orderId: string, origin: Origin): Promise<void> {
    const { placed } = await this.orders.eraseOrder(orderId, origin);
    await this.guests.erase(orderId, origin);
    const customerId = placed?.payer.customerId ?? '';
    const answer = customerId === '' ? null : await this.stripe.deleteCustomer(customerId);
    if (answer && answer.kind !== 'deleted') {
      const text = 'Not everything could be erased yet. Please open the link again in a moment.';
      throw new Refused('erasure-unfinished', 'unavailable', text, 30);
    }
    await this.sealer.erase(subjectOfGuest(orderId));
  }
}
