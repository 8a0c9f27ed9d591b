import { Injectable } from '@nestjs/common';
import { SlidingLimit } from '../platform/http/limits.js';
import { InjectClock } from '../platform/platform.js';
import type { SaveCard } from './payment-requests.js';
import type { SavedCardResult } from './payment-results.js';
import { StripeGateway } from './stripe-gateway.js';

/** Nobody has so many cards of their own: who tries more finds out which stolen ones are good. */
const PER_OWNER = { max: 20, windowMs: 10 * 60_000 };

/** Saves the cards of people who may try again as often as they like. Tries are counted per account, of guests per order. */
@Injectable()
export class CardSaves {
  private readonly byOwner: SlidingLimit;

  constructor(
    private readonly stripe: StripeGateway,
    @InjectClock() clock: () => number,
  ) {
    this.byOwner = new SlidingLimit(PER_OWNER, clock);
  }

  /** @throws Refused 'too-many' */
  async save(request: SaveCard): Promise<SavedCardResult> {
    const { ref } = request;
    const owner = 'accountId' in ref ? ref.accountId : ref.orderId;
    this.byOwner.check(owner);
    this.byOwner.count(owner);
    return this.stripe.saveCard(request);
  }
}
