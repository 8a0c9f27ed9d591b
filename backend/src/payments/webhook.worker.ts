import { Injectable } from '@nestjs/common';
import { derivedMetadata, workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { type CommandMetadata, Refused } from '../event-sourcing/decider.js';
import { type JobWorker, Worker } from '../jobs/job-worker.js';
import type { Job } from '../jobs/jobs.projection.js';
import { RetryableError } from '../jobs/retries.js';
import { type OrderCommand, type OrderState, order } from '../orders/order.js';
import { CloseDispute, DisputeFee, isDisputeEnding } from '../orders/order-dispute.js';
import { isOfAnotherPayment } from '../orders/order-fee.js';
import { RecordRefund, RecordRefundByHand, type RefundOutcome } from '../orders/order-refund.js';
import { Reads } from '../projections/reads.js';
import type { Position } from '../stores/event-log/event-log.js';
import { FinishWebhook, inbox, type StoredWebhook } from '../stripe/inbox.js';
import { StripeGateway } from '../stripe/stripe-gateway.js';
import { WEBHOOK } from '../stripe/webhook.jobs.js';
import { FeeAttempt, stripeAway } from './fee-attempt.js';
import { intentsProjection } from './intents.projection.js';
import { RefundFees } from './refund.worker.js';

interface About {
  webhook: StoredWebhook;
  orderId: string;
  state: OrderState;
  metadata: CommandMetadata;
}

const APPLIED = 'applied';
const NOTHING_NEW = 'nothing-new';
const IGNORED = 'ignored';
const OF_ANOTHER_PAYMENT = 'of another payment';

/** These prefixes are applied. Card setups are left out: they may name orders that never exist. */
const APPLIED_TYPES = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'charge.refund',
  'charge.dispute.',
  'refund.',
];

/** Webhooks arrive in any order and more than once. */
@Worker()
@Injectable()
export class ApplyWebhooks implements JobWorker {
  readonly kind = WEBHOOK;
  readonly concurrency = 32;
  readonly parks = true;

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly fees: FeeAttempt,
    private readonly refunds: RefundFees,
    private readonly stripe: StripeGateway,
  ) {}

  async work({ id }: Job): Promise<Position | undefined> {
    const { received: webhook, outcome: earlier } = await this.commands.cached(inbox, id);
    if (!webhook || earlier !== null) return undefined;
    const metadata = workerMetadata('apply-webhook');
    const outcome = await this.outcome(webhook, metadata);
    return (await this.commands.execute(inbox, new FinishWebhook(id, { outcome }, derivedMetadata(metadata)))).position;
  }

  setAside({ id }: Job, metadata: CommandMetadata): Promise<unknown> {
    return this.commands.execute(inbox, new FinishWebhook(id, { outcome: 'set aside' }, derivedMetadata(metadata)));
  }

  private async outcome(webhook: StoredWebhook, metadata: CommandMetadata): Promise<string> {
    if (!APPLIED_TYPES.some((type) => webhook.type.startsWith(type))) return IGNORED;
    const orderId = webhook.orderId ?? (await this.orderOf(webhook.intentId));
    if (orderId === undefined) return 'foreign';
    const state = await this.commands.cached(order, orderId);
    if (!state.placed) throw new RetryableError('its order is not known yet');
    try {
      return await this.apply({ webhook, orderId, state, metadata });
    } catch (error) {
      if (error instanceof Refused && error.kind !== 'unavailable') return `refused: ${error.code}`;
      throw error;
    }
  }

  private async apply(about: About): Promise<string> {
    const { type } = about.webhook;
    if (type === 'payment_intent.succeeded' || type === 'payment_intent.payment_failed') return this.intent(about);
    if (await this.isOfAnotherPayment(about)) return OF_ANOTHER_PAYMENT;
    if (type === 'charge.refunded') return this.charge(about);
    if (type.startsWith('refund.') || type === 'charge.refund.updated') return this.refund(about);
    if (type.startsWith('charge.dispute.')) return this.dispute(about);
    return IGNORED;
  }

  /** A known intent never changes; the cached state may lack it. */
  private async isOfAnotherPayment({ webhook, orderId, state }: About): Promise<boolean> {
    const current = state.intentId === null ? await this.commands.state(order, orderId) : state;
    return isOfAnotherPayment(current, webhook.intentId);
  }

  private async intent({ webhook, orderId, state, metadata }: About): Promise<string> {
    const { intentId, charge, charged } = state;
    if (charged || (intentId !== null && intentId !== webhook.objectId)) return NOTHING_NEW;
    const seen = await this.fees.look(orderId, webhook.objectId, charge?.attempt, metadata);
    if (seen.kind === 'unknown') throw stripeAway('about the fee', seen.cause);
    return seen.kind === 'open' ? NOTHING_NEW : APPLIED;
  }

  /** The event does not name the refund, so all open ones are looked up. */
  private async charge({ orderId, state }: About): Promise<string> {
    return (await this.refunds.look(orderId, state)) ? APPLIED : NOTHING_NEW;
  }

  private refund(about: About): Promise<string> | string {
    const { objectId, status, reason, amount } = about.webhook;
    const isFailed = status === 'failed' || status === 'canceled';
    if (!isFailed && status !== 'succeeded') return NOTHING_NEW;
    // A refund without our id was made by hand at Stripe and keeps Stripe's id.
    const refundId = about.webhook.refundId ?? objectId;
    const failure = isFailed ? (reason ?? status) : null;
    if (about.webhook.refundId === undefined && amount !== null) {
      const byHand = { stripeRefundId: objectId, amount, failure };
      return this.ask(new RecordRefundByHand(about.orderId, byHand, about.metadata));
    }
    const outcome: RefundOutcome =
      failure === null ? { kind: 'refunded', stripeRefundId: objectId } : { kind: 'failed', reason: failure };
    return this.ask(new RecordRefund(about.orderId, { refundId, outcome }, about.metadata));
  }

  private dispute({ webhook, orderId, metadata }: About): Promise<string> {
    const { type, objectId: disputeId, status, reason, dueBy, refundable, created: toldAt } = webhook;
    const stated = {
      ...(reason === undefined ? {} : { reason }),
      ...(dueBy === undefined ? {} : { dueBy }),
      ...(status === null ? {} : { status }),
      ...(refundable === undefined ? {} : { refundable }),
    };
    const about = { disputeId, amount: webhook.amount ?? 0, ...stated, toldAt };
    const isClosed = type === 'charge.dispute.closed' || isDisputeEnding(status);
    if (!isClosed) return this.ask(new DisputeFee(orderId, about, metadata));
    return this.ask(new CloseDispute(orderId, { ...about, outcome: status ?? 'closed' }, metadata));
  }

  private async ask(command: OrderCommand): Promise<string> {
    return (await this.commands.execute(order, command)).events.length > 0 ? APPLIED : NOTHING_NEW;
  }

  /** Undefined for a foreign intent. Stripe is queried for what the read model does not know yet. */
  private async orderOf(intentId: string | undefined): Promise<string | undefined> {
    if (intentId === undefined) return undefined;
    const document = await this.reads.get(intentsProjection, intentId);
    if (document) return document.orderId;
    const owner = await this.stripe.ownerOf(intentId);
    if (owner.kind === 'unknown') throw stripeAway('whose it is', owner.cause);
    return owner.kind === 'order' ? owner.orderId : undefined;
  }
}
