import { Injectable } from '@nestjs/common';
import { otherRequest } from '../event-sourcing/stream-batch.js';
import { type Limit, Limits } from '../http/limits/limits.js';
import { CardAttempts } from './card-attempts.js';
import type { SaveCard } from './payment-requests.js';
import type { SavedCardResult } from './payment-results.js';
import { KEY_REUSED } from './stripe-errors.js';
import { StripeGateway } from './stripe-gateway.js';

/** More cards than this are not one person's own: they are stolen ones being tested. */
const PER_OWNER = { name: 'card-saves', max: 20, seconds: 600 };

@Injectable()
export class CardSaves {
  private readonly byOwner: Limit;

  constructor(
    private readonly stripe: StripeGateway,
    private readonly attempts: CardAttempts,
    limits: Limits,
  ) {
    this.byOwner = limits.of(PER_OWNER);
  }

  /** `client`: the network. @throws Refused 'too-many' | 'idempotency-mismatch' */
  async save(request: SaveCard, client = ''): Promise<SavedCardResult> {
    const { ref } = request;
    const isGuest = !('accountId' in ref);
    await this.byOwner.take(isGuest ? ref.orderId : ref.accountId);
    const trying = { client, isGuest };
    await this.attempts.begin(trying);
    const saved = await this.stripe.saveCard(request);
    if (!saved.ok && saved.code === KEY_REUSED) throw otherRequest();
    if (saved.ok || saved.code !== 'unknown') await this.attempts.ended(trying, saved.ok);
    return saved;
  }
}
