import { claimed } from '../event-sourcing/claims.js';
import { derivedMetadata } from '../event-sourcing/command-metadata.js';
import type { Commands } from '../event-sourcing/commands.js';
import type { CommandMetadata } from '../event-sourcing/decider.js';
import type { Reschedule } from '../jobs/job-worker.js';
import { type CheckoutOutcome, type GivenUp, type OpenCheckout, OVER_LIMIT } from '../orders/checkout-facts.js';
import type { CheckoutSecrets } from '../orders/checkout-secrets.js';
import { order } from '../orders/order.js';
import { isOverLimit, PrepareCheckout, RecordPaymentToken, type Sold, type Unsold } from '../orders/order-tokens.js';
import { type Buyer, type Retailer, unknown } from '../retailers/retailer.js';
import type { AttemptedOrder, CheckoutAttempt, No } from './checkout-attempt.js';
import { type CheckoutTokens } from './checkout-tokens.js';
import { type Call, TOKEN_SPENT, TokenEndings } from './token-endings.js';
import { closedBy, lastWord, shownOf, soldOf } from './token-outcomes.js';
import { TokenProofs } from './token-proofs.js';

/** ms that a payment token lives at most */
const TOKEN_LIVES = 3_600_000;
/** ms between looks at a session that waits for its shopper */
const WATCH = 60_000;

interface Named {
  by: string;
  reference: string;
}
/** A log position says that an event of its own was appended instead. */
export type Submitted = CheckoutOutcome | number;
export type Looked = Submitted | 'never-seen' | Reschedule;

const ABOVE: No = { reason: OVER_LIMIT, retryable: false };
const TOKEN_REFUSED: No = { reason: 'token-refused', retryable: false };
const TOKEN_EXPIRED: No = { reason: 'token-expired', retryable: true };
const SESSION_EXPIRED: No = { reason: 'session-expired', retryable: true };
const NOT_SENT: No = { reason: 'not-sent', retryable: true };

/**
 * Buys at a shop with a payment token. The log names the session and the token before they are used, so that whoever
 * takes over repeats the same calls. Only tokens and answered requests prove that nothing was bought.
 */
export class TokenCheckout {
  private readonly proofs: TokenProofs;
  private readonly endings: TokenEndings;

  constructor(
    private readonly attempt: CheckoutAttempt,
    private readonly commands: Commands,
    private readonly tokens: CheckoutTokens,
    secrets: CheckoutSecrets,
    private readonly clock: () => number,
  ) {
    this.proofs = new TokenProofs(attempt, tokens, clock);
    this.endings = new TokenEndings(attempt, commands, tokens, secrets, clock);
  }

  /** Goes on from where the log says that it stands; the claim must be held. */
  submit(attempted: AttemptedOrder, metadata: CommandMetadata, signal: AbortSignal): Promise<Submitted> {
    return this.attempt.within(signal, async (within) => this.goOn(await this.call(attempted, metadata, within)));
  }

  /** 'never-seen': it must be submitted, which needs the claim. */
  lookUp(attempted: AttemptedOrder, metadata: CommandMetadata, signal: AbortSignal): Promise<Looked> {
    return this.attempt.within(signal, async (within) => this.look(await this.call(attempted, metadata, within)));
  }

  /** A session that was given up; what it sold late is recorded for a person. */
  async lookUpEnded(ended: GivenUp, signal: AbortSignal): Promise<CheckoutOutcome | 'never-seen'> {
    const retailer = await this.attempt.retailer(ended);
    const answer = await this.attempt.within(signal, (within) => retailer.lookUp(ended, within));
    if (answer.kind === 'succeeded') return { kind: 'succeeded', ...soldOf(answer) };
    return answer.kind === 'unknown' ? this.attempt.unknown(answer.cause, answer.retryAfterMs) : 'never-seen';
  }

  /** Ends the promise: no token can pay any more, and what the shop says then is the last word. */
  async close(attempted: AttemptedOrder, signal: AbortSignal): Promise<CheckoutOutcome> {
    const { checkout } = attempted;
    const { prepared, escalated } = checkout.paying ?? {};
    const end = await this.tokens.end(attempted);
    if (end === null) return this.attempt.unknown('token-unread');
    const session = escalated?.session ?? prepared?.session;
    if (session === undefined) return closedBy(end);
    const retailer = await this.attempt.reachable(checkout);
    const request = { reference: checkout.reference, session };
    const answer = retailer ? await retailer.close(request, signal) : unknown('unauthorized');
    const last = lastWord(checkout, end, answer, this.clock());
    return 'cause' in last ? this.attempt.unknown(last.cause, last.retryAfterMs) : last;
  }

  private async call(attempted: AttemptedOrder, metadata: CommandMetadata, within: AbortSignal): Promise<Call> {
    return { attempted, metadata, within, retailer: await this.attempt.retailer(attempted.checkout) };
  }

  private async goOn(call: Call): Promise<Submitted> {
    const { placed, checkout } = call.attempted;
    const mayGo = placed.livemode || (await this.attempt.mayTest(checkout));
    if (!mayGo) return this.endings.giveUp(call, { reason: 'no-sandbox', retryable: false });
    const buyer = await this.attempt.person(placed);
    if (buyer === 'gone') return this.endings.giveUp(call, { reason: 'card-data-gone', retryable: false });
    // The log names a token already: a request to complete may have been sent.
    if (checkout.paying?.token) return this.repeat(call, buyer);
    const prepared = checkout.paying?.prepared ? checkout : await this.prepare(call, buyer);
    if (typeof prepared === 'number' || 'kind' in prepared) return prepared;
    const tokened = await this.makeToken({ ...call, attempted: { ...call.attempted, checkout: prepared } });
    return 'kind' in tokened
      ? tokened
      : this.complete({ ...call, attempted: { ...call.attempted, checkout: tokened } }, buyer);
  }

  private async prepare(call: Call, buyer: Buyer): Promise<OpenCheckout | Submitted> {
    const { placed, checkout } = call.attempted;
    const { limit } = placed;
    const line = await this.attempt.line(call.attempted);
    const preparation = { reference: checkout.reference, line, buyer, ...(limit ? { limit } : {}) };
    const answer = await call.retailer.prepare(preparation, call.within);
    switch (answer.kind) {
      case 'unavailable':
        return this.endings.refused(call, answer);
      case 'escalated':
        return this.endings.escalate(call, answer, answer.session, { token: 'none', captured: 0, completes: 'none' });
      case 'unknown':
        return this.attempt.unknown(answer.cause, answer.retryAfterMs);
      case 'ready':
        return this.attempt.unknown('malformed');
      default: {
        const { session, seller, handler, total: money, expiresAt } = answer;
        const facts = { session, total: money.amount, currency: money.currency, seller, handler };
        if (isOverLimit(placed, facts)) {
          this.endings.cancel(call, session);
          return this.endings.refused(call, ABOVE);
        }
        const tokenExpiresAt = Math.min(this.clock() + TOKEN_LIVES, expiresAt ?? Number.POSITIVE_INFINITY);
        return this.append(call, PrepareCheckout, { ...facts, tokenExpiresAt });
      }
    }
  }

  private async makeToken(call: Call): Promise<OpenCheckout | CheckoutOutcome> {
    const { checkout } = call.attempted;
    const prepared = checkout.paying?.prepared;
    if (!prepared) throw new Error('no session is prepared');
    if (this.clock() >= prepared.tokenExpiresAt) return this.endings.giveUp(call, SESSION_EXPIRED);
    if (call.within.aborted) return this.attempt.unknown('aborted');
    const made = await this.tokens.make(call.attempted, prepared);
    if (made.kind === 'unknown') return this.attempt.unknown('token-unread');
    // Until the session expires; another one then names the seller as it is entered by then.
    if (made.kind === 'refused' && made.retryable) return this.attempt.unknown(TOKEN_REFUSED.reason);
    if (made.kind === 'refused') return this.endings.refused(call, TOKEN_REFUSED, { token: 'none', captured: 0 });
    return this.append(call, RecordPaymentToken, await this.tokens.keep(made.token, this.clock()));
  }

  /** The claim's holder alone may append: whoever was taken over is refused here, before money can move. */
  private async append<D>(
    { attempted: { placed, checkout }, metadata }: Call,
    Make: new (id: string, data: D & Named, metadata: CommandMetadata) => PrepareCheckout | RecordPaymentToken,
    data: D,
  ): Promise<OpenCheckout> {
    const { by, reference } = checkout;
    const command = new Make(placed.orderId, { ...data, by, reference }, derivedMetadata(metadata));
    const { state } = await this.commands.execute(order, command);
    if (state.checkout?.reference !== reference) throw claimed();
    return state.checkout;
  }

  /** The first request to complete; its answer can still prove that nothing was bought. */
  private async complete(call: Call, buyer: Buyer): Promise<Submitted> {
    const { prepared } = call.attempted.checkout.paying ?? {};
    if (!prepared || this.clock() >= prepared.tokenExpiresAt) return this.endings.unsold(call, TOKEN_EXPIRED, 'none');
    // A request whose time is over is never sent, and would leave a doubt until the end of the promise.
    if (isOverdue(call.within)) return this.endings.unsold(call, NOT_SENT, 'none');
    const answer = await this.buy(call, buyer);
    if (answer.kind === 'unknown' && answer.isUnsent) return this.endings.unsold(call, NOT_SENT, 'none');
    return answer.kind === 'refused'
      ? this.endings.unsold(call, answer, 'answered')
      : this.answered(call, answer, 'answered');
  }

  private async repeat(call: Call, buyer: Buyer): Promise<Submitted> {
    const state = await this.tokens.read(call.attempted.checkout);
    if (state === null) return this.attempt.unknown('token-unread');
    // A spent token pays nothing, so a repeat could only be an order that nobody pays.
    if (state.token !== 'open') return this.attempt.unknown(TOKEN_SPENT);
    const answer = await this.buy(call, buyer);
    // An earlier request may still be under way.
    return answer.kind === 'refused' ? this.attempt.unknown('not-proven') : this.answered(call, answer, 'in-doubt');
  }

  private async buy({ attempted, retailer, within }: Call, buyer: Buyer) {
    const token = await this.tokens.named(attempted.checkout);
    const { prepared } = attempted.checkout.paying ?? {};
    if (token === null || !prepared) throw new Error('no token is named');
    const { session, handler, total: amount, currency } = prepared;
    const line = await this.attempt.line(attempted);
    const means = { kind: 'token', token } as const;
    const { reference } = attempted.checkout;
    return retailer.buy({ reference, session, handler, line, buyer, means, total: { amount, currency } }, within);
  }

  private async answered(
    call: Call,
    answer: Exclude<Awaited<ReturnType<Retailer['buy']>>, { kind: 'refused' }>,
    completes: Unsold['completes'],
  ): Promise<Submitted> {
    switch (answer.kind) {
      case 'succeeded':
        return this.proofs.sale(call.attempted.checkout, answer);
      case 'escalated':
        return this.endings.askShopper(call, answer, completes);
      default:
        return this.attempt.unknown(answer.cause, answer.retryAfterMs);
    }
  }

  private async look(call: Call): Promise<Looked> {
    const { paying = {}, reference } = call.attempted.checkout;
    const { sold, escalated, token, prepared, answered, inDoubt } = paying;
    if (sold) return this.paid(call, sold);
    const all = inDoubt ? undefined : answered;
    const unsold = all?.refusal && (await this.endings.unsold(call, all.refusal, all.completes));
    const session = escalated?.session ?? (token && prepared?.session);
    // A shop whose refusal was followed by a payment may have sold after all.
    const isSpent = unsold?.kind === 'unknown' && unsold.reason === TOKEN_SPENT;
    if (unsold && !(isSpent && session)) return unsold;
    if (session === undefined) return 'never-seen';
    const answer = await call.retailer.lookUp({ reference, session }, call.within);
    if (answer.kind === 'succeeded') return this.proofs.sale(call.attempted.checkout, answer);
    if (answer.kind === 'unknown' && answer.cause === 'no-order') return this.proofs.capture(call.attempted.checkout);
    if (answer.kind === 'unknown') return this.attempt.unknown(answer.cause, answer.retryAfterMs);
    if (answer.kind === 'in-progress') return this.attempt.unknown(answer.kind);
    if (escalated) return this.watch(call, escalated.until);
    // Whoever made the token may have sent a request whose answer was lost.
    if (answer.kind === 'escalated') return this.endings.askShopper(call, answer, all?.completes ?? 'in-doubt');
    const expiresAt = prepared?.tokenExpiresAt ?? 0;
    return answer.kind === 'never-seen' && this.clock() < expiresAt ? 'never-seen' : this.proofs.later(expiresAt);
  }

  /** The log kept the evidence alone, so the shop is asked again for the page and the parcel of its order. */
  private async paid(call: Call, sold: Sold): Promise<Looked> {
    const { checkout } = call.attempted;
    const outcome = await this.proofs.money(checkout, sold);
    if ('rescheduleAt' in outcome || outcome.kind !== 'succeeded') return outcome;
    const { escalated, prepared } = checkout.paying ?? {};
    const session = escalated?.session ?? prepared?.session;
    const answer = await call.retailer.lookUp(
      { reference: checkout.reference, ...(session && { session }) },
      call.within,
    );
    // A shop may name another order of the session, whose page and parcel are not this one's.
    const isSame = answer.kind === 'succeeded' && answer.orderNumber === sold.evidence.reference;
    return isSame ? { ...outcome, ...shownOf(answer) } : outcome;
  }

  /** The person may still finish at the shop, until the session has expired. */
  private async watch(call: Call, until: number): Promise<CheckoutOutcome | Reschedule> {
    const now = this.clock();
    if (now < until) return { rescheduleAt: Math.min(until, now + WATCH) };
    return call.attempted.checkout.paying?.inDoubt ? this.proofs.later(until) : this.endings.notFinished(call);
  }
}

/** False where this process stops, which may leave no time to end a token and to record it. */
function isOverdue({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason?.name === 'TimeoutError';
}
