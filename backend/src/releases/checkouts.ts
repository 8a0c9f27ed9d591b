import { Injectable } from '@nestjs/common';
import { PROMISE_MS } from '@supreme-access/contract/limits.js';
import { InjectClock } from '../config/tokens.js';
import { claimed, Holders } from '../event-sourcing/claims.js';
import { derivedMetadata, effectOf, workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import type { CommandMetadata } from '../event-sourcing/decider.js';
import { partnerOf } from '../jobs/breakers.js';
import type { Reschedule } from '../jobs/job-worker.js';
import { RetryableError } from '../jobs/retries.js';
import { type CheckoutOutcome } from '../orders/checkout-facts.js';
import { noneLeft } from '../orders/checkout-outcomes.js';
import { isAnothersTurn, isHeld, isTooEarly, leaseOfTakeover } from '../orders/claims.js';
import { CloseOrder, type OrderState, order } from '../orders/order.js';
import { RecordCheckout, StartCheckout, TakeOverCheckout } from '../orders/order-checkout.js';
import { isEnded } from '../orders/order-status.js';
import { Orders } from '../orders/orders.js';
import { ATTEMPT_DEADLINE, type At, type AttemptedOrder, CheckoutAttempt } from './checkout-attempt.js';
import { choiceKey } from './choices.js';
import { TokenCheckout } from './token-checkout.js';

/** ms; the deadline of an attempt plus half a minute */
export const LEASE = ATTEMPT_DEADLINE + 30_000;
/** ms between checks once only the closing worker may act */
const CLOSING = 30_000;
/** ms before the opening; covers clock differences */
const OPENS_SOON = 30_000;

export class RetailerAway extends RetryableError {
  constructor({ reason, retryAt }: { reason: string; retryAt: number }, { retailerId = null }: At) {
    const partner = partnerOf(retailerId);
    super(`the retailer does not say what it did: ${reason}`, { partner, notBefore: retryAt });
  }
}

interface Step {
  isFirst?: boolean;
  after?: number;
  metadata?: CommandMetadata;
}

/** Claims a checkout, attempts it and records the outcome. The claim is the lock: a second worker is refused. */
@Injectable()
export class Checkouts {
  readonly by: string;
  private readonly underWay = new Set<string>();

  constructor(
    private readonly commands: Commands,
    private readonly orders: Orders,
    private readonly attempt: CheckoutAttempt,
    @InjectClock() private readonly clock: () => number,
    private readonly holders: Holders,
    private readonly byToken: TokenCheckout,
  ) {
    this.by = holders.thread('checkout');
  }

  /**
   * Starts an attempt or continues the open one; undefined: nothing to do. `isFirst` skips other attempts.
   * `after`: attempts known to the sender; another one's time is its own.
   * @throws RetailerAway when the outcome is unknown and the log has nothing new
   */
  async step(
    orderId: string,
    signal: AbortSignal,
    { isFirst = false, after, metadata = workerMetadata('checkout') }: Step = {},
  ): Promise<number | Reschedule | undefined> {
    if (this.underWay.has(orderId)) return undefined;
    this.underWay.add(orderId);
    try {
      await this.orders.place(orderId, derivedMetadata(metadata));
      const state = await this.stateOf(orderId);
      const now = this.clock();
      if (state.bought || isEnded(state)) return undefined;
      // After the deadline only the closing worker acts, and it queries the retailer first.
      if (state.closesAt !== null && now >= state.closesAt) return { rescheduleAt: now + CLOSING };
      const { placed, checkout, soldOut, attempts } = state;
      if (isFirst && attempts > 0 && checkout?.by !== this.by) return undefined;
      if (after !== undefined && attempts > after && !checkout) return undefined;
      if (placed && checkout) return await this.goOn({ placed, checkout, soldOut }, metadata, signal);
      return await this.begin(orderId, state, metadata, signal);
    } catch (error) {
      if (isAnothersTurn(error)) return undefined;
      throw error;
    } finally {
      this.underWay.delete(orderId);
    }
  }

  /** Closes the open reference and records the answer. Null once settled, else ms UTC of the next attempt. */
  async settle(orderId: string): Promise<number | null> {
    const { checkout, placed, soldOut } = await this.commands.state(order, orderId);
    if (!checkout || !placed) return null;
    const path = checkout.paying ? this.byToken : this.attempt;
    const outcome = await path.close({ placed, checkout, soldOut }, AbortSignal.timeout(ATTEMPT_DEADLINE));
    if (outcome.kind === 'unknown') return outcome.retryAt;
    const { state } = await this.record(orderId, checkout.reference, outcome, workerMetadata('checkout'));
    if (!state.checkout) return null;
    // Sold without the money is recorded before it is closed.
    return outcome.kind === 'succeeded' ? this.settle(orderId) : this.clock() + CLOSING;
  }

  /** Cached state suffices for a first attempt, because the claim checks the revision of the log. */
  private async stateOf(orderId: string): Promise<OrderState> {
    const cached = await this.commands.cached(order, orderId);
    return cached.placed && cached.attempts === 0 ? cached : this.commands.state(order, orderId);
  }

  private async begin(
    orderId: string,
    state: OrderState,
    metadata: CommandMetadata,
    signal: AbortSignal,
  ): Promise<number | Reschedule | undefined> {
    const { placed, soldOut } = state;
    if (!placed) return undefined;
    const drop = await this.attempt.drop(placed.productId);
    const promised = state.closesAt ?? (placed.livemode ? drop.closesAt : null);
    if (promised !== null && this.clock() >= promised) return undefined;
    // Avoids repeated refusals before the opening. Clocks differ, so it tries shortly before.
    const opensAt = state.attempts === 0 ? null : await this.attempt.opensAt(drop.facts, signal);
    if (opensAt !== null && opensAt - this.clock() > OPENS_SOON) return { rescheduleAt: this.clock() + OPENS_SOON / 2 };
    const choice = await this.attempt.choose(placed, state, drop.facts, signal);
    if (choice === null && soldOut.includes(choiceKey(placed))) {
      const closing = new CloseOrder(orderId, { reason: noneLeft(state) }, derivedMetadata(metadata));
      return (await this.commands.execute(order, closing)).position;
    }
    const now = this.clock();
    const { size, style } = choice ?? placed;
    const closesAt = promised ?? now + PROMISE_MS;
    const { retailerId } = drop.facts;
    const { means } = await this.attempt.retailer(drop.facts);
    const at = { ...(retailerId ? { retailerId } : {}), ...(means === 'token' ? { means } : {}) };
    const claim = { by: this.by, leaseUntil: now + LEASE, size, style, closesAt, ...at, after: state.attempts };
    const start = new StartCheckout(orderId, claim, derivedMetadata(metadata));
    const started = await this.commands.execute(order, start).catch((error) => this.unlessOwn(orderId, error));
    const { checkout, soldOut: refused } = started.state;
    if (checkout?.by !== this.by) throw claimed();
    const attempted = { placed, checkout, soldOut: refused };
    if ('isOwn' in started) return this.goOn(attempted, metadata, signal);
    return this.submit(attempted, effectOf(start.metadata), signal);
  }

  /** Our own claim, whose append was answered too late for the cached state. */
  private async unlessOwn(orderId: string, error: unknown): Promise<{ state: OrderState; isOwn: true }> {
    if (!isAnothersTurn(error)) throw error;
    const state = await this.commands.state(order, orderId);
    if (state.checkout?.by !== this.by) throw error;
    return { state, isOwn: true };
  }

  /** A lookup needs no claim, but the submission of an unseen reference does. */
  private async goOn(
    attempted: AttemptedOrder,
    metadata: CommandMetadata,
    signal: AbortSignal,
  ): Promise<number | Reschedule> {
    const { placed, checkout } = attempted;
    const outcome = await (checkout.paying
      ? this.byToken.lookUp(attempted, metadata, signal)
      : this.attempt.lookUp(attempted, signal));
    if (outcome !== 'never-seen') {
      if (typeof outcome === 'number' || 'rescheduleAt' in outcome) return outcome;
      if (outcome.kind === 'unknown') throw new RetailerAway(outcome, checkout);
      return (await this.record(placed.orderId, checkout.reference, outcome, metadata)).position;
    }
    const now = this.clock();
    const isOwn = isHeld(checkout, this.by, now + ATTEMPT_DEADLINE);
    // Nobody remembers what was sent under the token, which the log has to say before anything is sent again.
    const isForgotten = isOwn && checkout.paying?.token !== undefined && !checkout.paying.inDoubt;
    if (isOwn && !isForgotten) return this.submit(attempted, metadata, signal);
    const ended = isForgotten || this.holders.hasEnded(checkout) ? checkout.by : undefined;
    if (isTooEarly(checkout, ended, now)) return { rescheduleAt: checkout.leaseUntil };
    const takeover = derivedMetadata(metadata);
    return this.submit(await this.takeOver(attempted, ended, now, takeover), effectOf(takeover), signal);
  }

  private async takeOver(
    { placed, checkout: { reference, ...open } }: AttemptedOrder,
    ended: string | undefined,
    now: number,
    metadata: CommandMetadata,
  ) {
    const lease = { by: this.by, leaseUntil: now + leaseOfTakeover(LEASE, open) };
    const taken = { ...lease, ended, reference, retryAt: now + LEASE };
    const command = new TakeOverCheckout(placed.orderId, taken, metadata);
    const { checkout, soldOut } = (await this.commands.execute(order, command)).state;
    if (checkout?.by !== this.by) throw claimed();
    return { placed, checkout, soldOut };
  }

  /** @throws RetailerAway when the outcome stays unknown */
  private async submit(attempted: AttemptedOrder, metadata: CommandMetadata, signal: AbortSignal): Promise<number> {
    const outcome = await (attempted.checkout.paying
      ? this.byToken.submit(attempted, metadata, signal)
      : this.attempt.submit(attempted, signal));
    if (typeof outcome === 'number') return outcome;
    const { events, position } = await this.record(
      attempted.placed.orderId,
      attempted.checkout.reference,
      outcome,
      metadata,
    );
    if (outcome.kind === 'unknown' && events.length === 0) throw new RetailerAway(outcome, attempted.checkout);
    return position;
  }

  private record(orderId: string, reference: string, outcome: CheckoutOutcome, metadata: CommandMetadata) {
    return this.commands.execute(order, new RecordCheckout(orderId, { reference, outcome }, derivedMetadata(metadata)));
  }
}
