import { unreachable } from '../../event-sourcing/decider.js';
import type { CheckoutEvent } from '../../orders/checkout-facts.js';
import type { OrderEvent } from '../../orders/order.js';
import type { Money } from '../../retailers/retailer.js';

/** One reference that a payment token pays for, as the log tells of it. */
export interface TokenAttempt {
  reference: string;
  /** null: nothing was agreed */
  limit: Money | null;
  prepared: EventOf<'CheckoutPrepared'> | null;
  made: EventOf<'PaymentTokenMade'> | null;
  /** a request to complete may have stayed unanswered while the token could pay */
  isInDoubt: boolean;
  isEscalated: boolean;
  end: EventOf<'CheckoutRefused'> | EventOf<'CheckoutSucceeded'> | null;
}
type EventOf<T extends CheckoutEvent['type']> = Extract<CheckoutEvent, { type: T }>;
type OfAttempt = EventOf<(typeof OF_ATTEMPT)[number]>;
type Written = Pick<OrderEvent, 'type' | 'data'>;

const OF_ATTEMPT = [
  'CheckoutPrepared',
  'PaymentTokenMade',
  'CheckoutEscalated',
  'CheckoutOutcomeUnknown',
  'CheckoutRefused',
  'CheckoutSucceeded',
] as const;

function isOfAttempt(event: OrderEvent): event is OfAttempt {
  return OF_ATTEMPT.some((type) => type === event.type);
}

/** The references of an order that a token pays for, in order, and what the log says of them that must not be. */
export function readTokens(events: readonly Written[]): { attempts: TokenAttempt[]; problems: string[] } {
  const reader = new TokenReader();
  for (const event of events as readonly OrderEvent[]) reader.read(event);
  return reader;
}

class TokenReader {
  readonly attempts: TokenAttempt[] = [];
  readonly problems: string[] = [];
  private limit: Money | null = null;

  read(event: OrderEvent): void {
    if (event.type === 'OrderPlaced') this.limit = event.data.limit ?? null;
    else if (event.type === 'CheckoutStarted') this.started(event);
    else if (isOfAttempt(event)) this.went(event);
  }

  private started({ data: { reference, means } }: EventOf<'CheckoutStarted'>): void {
    for (const earlier of this.attempts.filter((one) => !isProvenUnsold(one))) {
      this.problems.push(`${reference} was begun before ${earlier.reference} was proven unsold`);
    }
    if (means !== 'token') return;
    const open = { prepared: null, made: null, isInDoubt: false, isEscalated: false, end: null };
    this.attempts.push({ reference, limit: this.limit, ...open });
  }

  private went(event: OfAttempt): void {
    const { reference } = event.data;
    const attempt = this.attempts.find((one) => one.reference === reference);
    const isOfTokens = event.type === 'CheckoutPrepared' || event.type === 'PaymentTokenMade';
    if (!attempt) {
      if (isOfTokens) this.problems.push(`${reference}: ${event.type} of an attempt that no token pays for`);
      return;
    }
    switch (event.type) {
      case 'CheckoutPrepared':
        if (attempt.prepared) this.problems.push(`${reference}: a second session`);
        if (isAbove(attempt.limit, event.data)) this.problems.push(`${reference}: prepared above the agreed limit`);
        attempt.prepared = event;
        return;
      case 'PaymentTokenMade':
        if (!attempt.prepared) this.problems.push(`${reference}: a token before its session stood in the log`);
        if (attempt.made) this.problems.push(`${reference}: a second token`);
        attempt.made = event;
        return;
      case 'CheckoutEscalated':
        attempt.isEscalated = true;
        attempt.isInDoubt ||= event.data.inDoubt === true;
        return;
      case 'CheckoutOutcomeUnknown':
        attempt.isInDoubt ||= attempt.made !== null && !attempt.isEscalated && !event.data.answered;
        return;
      case 'CheckoutRefused':
        attempt.end = event;
        return;
      case 'CheckoutSucceeded':
        if (!isPaid(attempt, event)) this.problems.push(`${reference}: a success without its capture`);
        attempt.end = event;
        return;
      default:
        unreachable(event);
    }
  }
}

export function isAbove(limit: Money | null, { total, currency }: { total: number; currency: string }): boolean {
  return limit === null || limit.currency !== currency || total > limit.amount;
}

/** A shop's word that it sold is no payment; a person may decide on other evidence. */
function isPaid({ made }: TokenAttempt, { data: { evidence, payment } }: EventOf<'CheckoutSucceeded'>): boolean {
  if (evidence.kind === 'reviewed' || evidence.kind === 'card-charge') return true;
  return made !== null && payment?.kind === 'card-charge' && payment.sha256 === made.data.tokenHash;
}

/** Whether another reference may follow: every request to complete was answered, and the token is over with nothing captured. */
export function isProvenUnsold({ prepared, made, isInDoubt, end }: TokenAttempt): boolean {
  if (end?.type !== 'CheckoutRefused') return false;
  if (!prepared) return true;
  const { unsold } = end.data;
  if (!unsold || unsold.captured > 0) return false;
  if (!made) return ['none', 'revoked', 'expired'].includes(unsold.token);
  return ['revoked', 'expired'].includes(unsold.token) && unsold.completes !== 'in-doubt' && !isInDoubt;
}
