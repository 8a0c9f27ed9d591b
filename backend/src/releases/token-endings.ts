import { PROMISE_MS } from '@supreme-access/contract/limits.js';
import { derivedMetadata } from '../event-sourcing/command-metadata.js';
import type { Commands } from '../event-sourcing/commands.js';
import type { CommandMetadata } from '../event-sourcing/decider.js';
import type { CheckoutOutcome } from '../orders/checkout-facts.js';
import type { CheckoutSecrets } from '../orders/checkout-secrets.js';
import { order } from '../orders/order.js';
import { EscalateCheckout, type TokenEnd, type Unsold } from '../orders/order-tokens.js';
import type { EscalatedAnswer, Retailer } from '../retailers/retailer.js';
import type { AttemptedOrder, CheckoutAttempt, No } from './checkout-attempt.js';
import type { CheckoutTokens } from './checkout-tokens.js';
import { isUnspent } from './token-outcomes.js';

/** ms that a session lives that does not say how long: https://ucp.dev/specification/checkout */
const SESSION_LIVES = 6 * 3_600_000;
/** ms after which no promise is open any more; a shop may name any time */
const LINK_LIVES = PROMISE_MS;
/** ms between two times that a shopper is asked to finish at the shop */
const ASKS = { shortest: 15 * 60_000, longest: 6 * 3_600_000 };
/** ms for a shop to hear that a session was given up */
const COURTESY = 10_000;

const NOT_FINISHED: No = { reason: 'not-finished', retryable: true };
export const TOKEN_SPENT = 'token-spent';

/** One attempt while its retailer is spoken to. */
export interface Call {
  attempted: AttemptedOrder;
  retailer: Retailer;
  metadata: CommandMetadata;
  within: AbortSignal;
}

/** How an attempt ends without a purchase by us: unsold, given up, or handed to the shopper. */
export class TokenEndings {
  constructor(
    private readonly attempt: CheckoutAttempt,
    private readonly commands: Commands,
    private readonly tokens: CheckoutTokens,
    private readonly secrets: CheckoutSecrets,
    private readonly clock: () => number,
  ) {}

  /** No purchase once the token pays nothing any more, since all that was sent has been answered. */
  async unsold(call: Call, no: No, completes: 'none' | 'answered'): Promise<CheckoutOutcome> {
    const end = await this.tokens.end(call.attempted);
    if (end === null) {
      const refusal = { reason: no.reason, retryable: no.retryable };
      return { ...this.attempt.unknown('token-unread'), answered: { completes, refusal } };
    }
    return isUnspent(end) ? this.refused(call, no, end, completes) : this.attempt.unknown(TOKEN_SPENT);
  }

  async giveUp(call: Call, no: No): Promise<CheckoutOutcome> {
    const { prepared, token, escalated } = call.attempted.checkout.paying ?? {};
    if (!prepared) return this.refused(call, no);
    const isProvable = token === undefined || escalated !== undefined;
    const outcome = await this.unsold(call, no, token ? 'answered' : 'none');
    return isProvable ? outcome : this.attempt.unknown('not-proven');
  }

  async refused(call: Call, no: No, end?: TokenEnd, completes: Unsold['completes'] = 'none'): Promise<CheckoutOutcome> {
    const { prepared, escalated } = call.attempted.checkout.paying ?? {};
    this.cancel(call, escalated?.session ?? prepared?.session);
    const retryAt =
      no === NOT_FINISHED ? this.nextEscalationAt(call.attempted) : await this.attempt.retryAt(no, call.attempted);
    return { kind: 'refused', reason: no.reason, retryAt, ...(end && { unsold: { ...end, completes } }) };
  }

  /** A courtesy to a shop whose session was given up: what it answers proves nothing, and nobody waits for it. */
  cancel({ attempted, retailer }: Call, session: string | undefined): void {
    if (session === undefined) return;
    const request = { reference: attempted.checkout.reference, session };
    retailer.close(request, AbortSignal.timeout(COURTESY)).catch(() => undefined);
  }

  /** The session has expired and the shopper did not finish. */
  notFinished(call: Call): Promise<CheckoutOutcome> {
    return this.giveUp(call, NOT_FINISHED);
  }

  async askShopper(
    call: Call,
    answer: EscalatedAnswer,
    completes: Unsold['completes'],
  ): Promise<CheckoutOutcome | number> {
    const end = await this.tokens.end(call.attempted);
    if (end === null) {
      const unread = this.attempt.unknown('token-unread');
      return completes === 'in-doubt' ? unread : { ...unread, answered: { completes } };
    }
    if (!isUnspent(end)) return this.attempt.unknown(TOKEN_SPENT);
    return this.escalate(call, answer, call.attempted.checkout.paying?.prepared?.session ?? '', { ...end, completes });
  }

  async escalate({ attempted, metadata }: Call, { url, expiresAt }: EscalatedAnswer, session: string, ended: Unsold) {
    const now = this.clock();
    const until = Math.min(expiresAt ?? now + SESSION_LIVES, now + LINK_LIVES);
    const linkRecord = await this.secrets.keepLink(url, until);
    const input = { reference: attempted.checkout.reference, session, linkRecord, until, ended };
    const command = new EscalateCheckout(attempted.placed.orderId, input, derivedMetadata(metadata));
    return (await this.commands.execute(order, command)).position;
  }

  /** Each time the shopper is mailed, so the pause doubles. */
  private nextEscalationAt({ checkout }: AttemptedOrder): number {
    return this.clock() + Math.min(ASKS.longest, ASKS.shortest * 2 ** (checkout.attempt - 1));
  }
}
