import { Injectable } from '@nestjs/common';
import type { CheckLevel, CheckName } from '@supreme-access/contract/checks.js';
import type { CheckFinding } from '@supreme-access/contract/shapes/releases.js';
import type { ProductFacts } from '../../catalogue/products/product.js';
import { InjectClock } from '../../config/tokens.js';
import { RetryableError } from '../../jobs/retries.js';
import { MailNotSent, MailTransport } from '../../mail/transport.js';
import type { ListedProduct, ListingAnswer, UnknownCause } from '../../retailers/retailer.js';
import { withTimeout } from '../../stores/with-timeout.js';
import type { Ping } from '../../stripe/ping.js';
import { StripeGateway } from '../../stripe/stripe-gateway.js';
import { CheckoutAttempt } from '../checkout-attempt.js';

/** ms */
const MAIL_WITHIN = 30_000;
/** ms of clock difference before a warning and before red; Date headers have whole seconds. */
export const CLOCK_MAY_DIFFER = { warn: 2_000, red: 5_000 } as const;
/** ms; a Date header is truncated to the second */
const HALF_A_SECOND = 500;

const UNANSWERED: Partial<Record<UnknownCause, string>> = { aborted: 'no-answer', connection: 'no-answer' };

export const ok = (check: CheckName): CheckFinding => ({ check, level: 'ok', reason: null, count: null });
export const found = (check: CheckName, level: CheckLevel, reason: string, count: number | null = null) =>
  ({ check, level, reason, count }) satisfies CheckFinding;

@Injectable()
export class PartnerChecks {
  constructor(
    private readonly attempt: CheckoutAttempt,
    private readonly stripe: StripeGateway,
    private readonly mail: MailTransport,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async findings(facts: ProductFacts, signal: AbortSignal): Promise<CheckFinding[]> {
    const [retailer, [stripe, clock], mail] = await Promise.all([
      this.retailer(facts, signal),
      this.stripeAndClock(),
      this.mails(),
    ]);
    return [retailer, stripe, mail, clock];
  }

  private async retailer(facts: ProductFacts, signal: AbortSignal): Promise<CheckFinding> {
    try {
      return retailerFinding(await this.attempt.listing(facts, signal), facts.releaseAt);
    } catch (error) {
      if (error instanceof RetryableError) return found('retailer', 'red', 'not-discovered');
      throw error;
    }
  }

  private async stripeAndClock(): Promise<[stripe: CheckFinding, clock: CheckFinding]> {
    const sentAt = this.clock();
    const ping = await this.stripe.ping();
    const halfWay = (sentAt + this.clock()) / 2;
    return [stripeFinding(ping), clockFinding(ping, halfWay)];
  }

  private async mails(): Promise<CheckFinding> {
    try {
      await withTimeout(MAIL_WITHIN, this.mail.verify(), () => new Error('no answer in time'));
      return ok('mail');
    } catch (error) {
      return found('mail', 'red', error instanceof MailNotSent ? 'refused' : 'no-answer');
    }
  }
}

function retailerFinding(answer: ListingAnswer, releaseAt: number | null): CheckFinding {
  switch (answer.kind) {
    case 'unknown':
      return found('retailer', 'red', UNANSWERED[answer.cause] ?? answer.cause);
    case 'no-such-product':
      return found('retailer', 'red', 'no-such-product');
    case 'lacking':
      return ok('retailer');
    default:
      if (answer.opensAt !== null && releaseAt !== null && answer.opensAt > releaseAt) {
        return found('retailer', 'warn', 'opens-later');
      }
      return isInStock(answer) ? ok('retailer') : found('retailer', 'warn', 'sold-out');
  }
}

function isInStock({ stock, variants = [] }: ListedProduct): boolean {
  return stock.some(({ quantity }) => quantity > 0) || variants.some(({ available }) => available);
}

function stripeFinding(ping: Ping): CheckFinding {
  if (ping.kind === 'answered') return ok('stripe');
  return found('stripe', 'red', ping.kind === 'refused' ? 'refused' : 'no-answer');
}

function clockFinding(ping: Ping, ours: number): CheckFinding {
  if (ping.kind !== 'answered' || ping.at === null) return found('clock', 'warn', 'clock-unknown');
  const differs = Math.round(Math.abs(ours - (ping.at + HALF_A_SECOND)));
  if (differs <= CLOCK_MAY_DIFFER.warn) return ok('clock');
  return found('clock', differs > CLOCK_MAY_DIFFER.red ? 'red' : 'warn', 'clock-off', differs);
}
