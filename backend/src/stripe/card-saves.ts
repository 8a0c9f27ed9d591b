import { Injectable } from '@nestjs/common';
import { type Limit, Limits } from '../platform/limits/limits.js';
import type { SaveCard } from './payment-requests.js';
import type { SavedCardResult } from './payment-results.js';
import { StripeGateway } from './stripe-gateway.js';

/** Nobody has so many cards of their own: who tries more finds out which stolen ones are good. */
const PER_OWNER = { name: 'card-saves', max: 20, seconds: 600 };

/** Saves the cards of people who may try again as often as they like. Tries are counted per account, of guests per order. */
@Injectable()
export class CardSaves {
  private readonly byOwner: Limit;

  constructor(
    private readonly stripe: StripeGateway,
    limits: Limits,
  ) {
    this.byOwner = limits.of(PER_OWNER);
  }

  /** @throws Refused 'too-many' */
  async save(request: SaveCard): Promise<SavedCardResult> {
    const { ref } = request;
    const owner = 'accountId' in ref ? ref.accountId : ref.orderId;
    await this.byOwner.take(owner);
    return this.stripe.saveCard(request);
  }
}
