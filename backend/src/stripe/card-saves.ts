import { Injectable } from '@nestjs/common';
import { type Limit, Limits } from '../platform/limits/limits.js';
import { otherRequest } from '../platform/stream-batch.js';
import { CardTries } from './card-tries.js';
import type { SaveCard } from './payment-requests.js';
import type { SavedCardResult } from './payment-results.js';
import { KEY_REUSED } from './stripe-errors.js';
import { StripeGateway } from './stripe-gateway.js';

/** Nobody has so many cards of their own: who tries more finds out which stolen ones are good. */
const PER_OWNER = { name: 'card-saves', max: 20, seconds: 600 };

/** Saves the cards of people who may try again as often as they like. Tries are counted per account, of guests per order. */
@Injectable()
export class CardSaves {
  private readonly byOwner: Limit;

  constructor(
    private readonly stripe: StripeGateway,
    private readonly tries: CardTries,
    limits: Limits,
  ) {
    this.byOwner = limits.of(PER_OWNER);
  }

  /** `client`: the network it comes from. @throws Refused 'too-many' | 'idempotency-mismatch' */
  async save(request: SaveCard, client = ''): Promise<SavedCardResult> {
    const { ref } = request;
    const isGuest = !('accountId' in ref);
    await this.byOwner.take(isGuest ? ref.orderId : ref.accountId);
    const trying = { client, isGuest };
    await this.tries.begin(trying);
    const saved = await this.stripe.saveCard(request);
    if (!saved.ok && saved.code === KEY_REUSED) throw otherRequest();
    if (saved.ok || saved.code !== 'unknown') await this.tries.ended(trying, saved.ok);
    return saved;
  }
}
