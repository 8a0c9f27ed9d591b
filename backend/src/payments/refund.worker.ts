import { Injectable } from '@nestjs/common';
import { InjectClock } from '../config/tokens.js';
import { Holders } from '../event-sourcing/claims.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { type JobWorker, type Reschedule, Worker } from '../jobs/job-worker.js';
import type { Job } from '../jobs/jobs.projection.js';
import { RetryableError } from '../jobs/retries.js';
import { isAnothersTurn, isHeld, isTooEarly, isUnderWay, leaseOfTakeover, type OpenClaim } from '../orders/claims.js';
import { REFUND } from '../orders/order.jobs.js';
import { type OrderState, order } from '../orders/order.js';
import { RecordRefund, type RefundOutcome, StartRefund } from '../orders/order-refund.js';
import type { Position } from '../stores/event-log/event-log.js';
import type { RefundFee } from '../stripe/payment-requests.js';
import type { RefundLookup } from '../stripe/payment-results.js';
import { isRefundUnderWay } from '../stripe/stripe-answers.js';
import { StripeGateway } from '../stripe/stripe-gateway.js';
import { ANSWER, KEY_KEPT, LEASE, stripeAway } from './fee-attempt.js';

/** ms; a refund can be pending for days, and the lookup covers a lost webhook */
const WATCH = 3_600_000;
const PENDING = 10 * 24 * 3_600_000;
const NOT_MADE: RefundLookup = { kind: 'none' };

/** Each refund has a claim and an idempotency key, and is looked up before any retry. */
@Worker()
@Injectable()
export class RefundFees implements JobWorker {
  readonly kind = REFUND;
  readonly concurrency = 8;
  readonly partner = 'stripe';
  readonly lateAfter = PENDING;
  readonly looksFirst = true;
  private readonly by: string;

  constructor(
    private readonly commands: Commands,
    private readonly gateway: StripeGateway,
    @InjectClock() private readonly clock: () => number,
    private readonly holders: Holders,
  ) {
    this.by = holders.process('refund');
  }

  async work({ id, dueAt }: Job): Promise<Position | Reschedule | undefined> {
    const cut = id.indexOf(':');
    const [orderId, refundId] = [id.slice(0, cut), id.slice(cut + 1)];
    const state = await this.commands.state(order, orderId);
    const { intentId } = state;
    const refund = state.refunds.find((one) => one.refundId === refundId);
    if (!refund || intentId === null || refund.status === 'done' || refund.status === 'failed') return undefined;
    const about = { orderId, refundId, intentId, amount: refund.amount };
    if (refund.claim) return this.goOn(about, refund.claim);
    const isForgotten = this.clock() - dueAt > KEY_KEPT;
    const seen = isForgotten ? await this.gateway.lookupRefund(intentId, refundId) : NOT_MADE;
    return seen.kind === 'none' ? this.make(about, LEASE) : this.outcome(about, seen);
  }

  /** The lookup needs no claim; only the holder or a takeover makes a missing refund. */
  private async goOn(about: RefundFee, open: OpenClaim): Promise<Position | Reschedule | undefined> {
    if (isUnderWay(open, this.by, this.clock())) return { rescheduleAt: open.leaseUntil };
    const seen = await this.gateway.lookupRefund(about.intentId, about.refundId);
    if (seen.kind !== 'none') return this.outcome(about, seen);
    const now = this.clock();
    if (isHeld(open, this.by, now + ANSWER)) return this.news(about, await this.gateway.refund(about));
    const ended = this.holders.hasEnded(open) ? open.by : undefined;
    if (isTooEarly(open, ended, now)) return { rescheduleAt: open.leaseUntil };
    return this.make(about, leaseOfTakeover(LEASE, open), ended);
  }

  /** @throws RetryableError for a status that this program does not know */
  private wait(status: string): Reschedule {
    if (!isRefundUnderWay(status))
      throw new RetryableError(`Stripe calls the refund '${status}', which this program does not know`);
    return { rescheduleAt: this.clock() + WATCH };
  }

  private outcome(about: RefundFee, seen: RefundLookup): Promise<Position | Reschedule> | Reschedule {
    return seen.kind === 'pending' ? this.wait(seen.status) : this.news(about, seen);
  }

  private async make(about: RefundFee, lease: number, ended?: string): Promise<Position | undefined> {
    const claimed = await this.claim(about, lease, ended);
    if (claimed === undefined) return undefined;
    return (await this.record(about, await this.gateway.refund(about))) ?? claimed;
  }

  /** Looks up all open refunds of the order. Returns whether any has a definite outcome. */
  async look(orderId: string, { intentId, refunds }: OrderState): Promise<boolean> {
    let isNews = false;
    for (const { refundId, status } of refunds) {
      if (intentId === null || status === 'done' || status === 'failed') continue;
      const seen = await this.gateway.lookupRefund(intentId, refundId);
      if (seen.kind === 'unknown') throw stripeAway('about the refund', seen.cause);
      isNews = (await this.record({ orderId, refundId }, seen)) !== undefined || isNews;
    }
    return isNews;
  }

  private async claim({ orderId, refundId }: RefundFee, lease: number, ended?: string): Promise<Position | undefined> {
    const data = { by: this.by, leaseUntil: this.clock() + lease, refundId, ended };
    try {
      return (await this.commands.execute(order, new StartRefund(orderId, data, workerMetadata('refund-fee'))))
        .position;
    } catch (error) {
      if (isAnothersTurn(error)) return undefined;
      throw error;
    }
  }

  private async news(about: RefundFee, seen: RefundLookup): Promise<Position | Reschedule> {
    if (seen.kind === 'unknown') throw stripeAway('about the refund', seen.cause);
    return (await this.record(about, seen)) ?? { rescheduleAt: this.clock() + WATCH };
  }

  private async record(
    { orderId, refundId }: Pick<RefundFee, 'orderId' | 'refundId'>,
    seen: RefundLookup,
  ): Promise<Position | undefined> {
    const outcome = outcomeOf(seen);
    if (!outcome) return undefined;
    const command = new RecordRefund(orderId, { refundId, outcome }, workerMetadata('refund-fee'));
    return (await this.commands.execute(order, command)).position;
  }
}

function outcomeOf(seen: RefundLookup): RefundOutcome | undefined {
  if (seen.kind === 'succeeded') return { kind: 'refunded', stripeRefundId: seen.stripeRefundId };
  return seen.kind === 'failed' ? { kind: 'failed', reason: seen.reason } : undefined;
}
