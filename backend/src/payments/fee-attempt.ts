import { Injectable } from '@nestjs/common';
import { InjectClock } from '../config/tokens.js';
import { Holders } from '../event-sourcing/claims.js';
import { derivedMetadata, effectOf } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { type CommandMetadata, unreachable } from '../event-sourcing/decider.js';
import type { Reschedule } from '../jobs/job-worker.js';
import { RetryableError } from '../jobs/retries.js';
import { isHeld, isTooEarly, isUnderWay, leaseOfTakeover, type Takeover } from '../orders/claims.js';
import { type OrderState, order, type PlacedOrder } from '../orders/order.js';
import { ChargeFee, type ChargeOutcome, type OpenCharge, RecordCharge, WaiveFee } from '../orders/order-fee.js';
import type { Position } from '../stores/event-log/event-log.js';
import type { ConfirmResult, DeclineCode, IntentLookup } from '../stripe/payment-results.js';
import { waitsForPayer } from '../stripe/stripe-answers.js';
import { StripeGateway } from '../stripe/stripe-gateway.js';

/** ms, twice the gateway's timeout */
export const ANSWER = 20_000;
/** ms, the gateway's answer and 20 seconds more */
export const LEASE = 40_000;

/** ms after the reservation or request: Stripe forgets keys after 24 h, and a restored log may lack what was made */
export const KEY_KEPT = 23 * 3_600_000;

/** Each outcome but unknown is in the log. `position`: of the last event appended. */
export type Attempted =
  | { kind: 'charged' | 'waived'; position: Position }
  | { kind: 'declined'; reason: string; position: Position; redirectUrl?: string }
  /** `position`: the attempt was claimed just now */
  | { kind: 'unknown'; cause: string; position?: Position };
type Seen = Attempted | Extract<IntentLookup, { kind: 'open' }>;

export interface FeeInput {
  state: OrderState;
  placed: PlacedOrder;
  payer: { customerId: string; paymentMethodId: string };
  /** set when the shopper is present to authenticate */
  returnUrl?: string;
}
type Wanted = Pick<OpenCharge, 'intentId' | 'paymentMethodId' | 'attempt'> & Takeover;
interface Claimed extends Omit<OpenCharge, 'unresolvedClaims'> {
  position?: Position;
}

type Declined = { reason: string } & DeclineCode;
const CANCELLED: Declined = { reason: 'cancelled' };

/** Stripe gave no definite answer; `cause` is a code. */
export function stripeAway(what: string, cause: string): RetryableError {
  return new RetryableError(`Stripe could not be reached ${what}: ${cause}`, { partner: 'stripe' });
}

/** Claims, confirms and records one attempt. One intent per order prevents a double charge. */
@Injectable()
export class FeeAttempt {
  constructor(
    private readonly commands: Commands,
    private readonly gateway: StripeGateway,
    @InjectClock() private readonly clock: () => number,
    private readonly holders: Holders,
  ) {}

  /** A shopper's own attempt and the worker's are made by two threads of one process. */
  private get by(): string {
    return this.holders.process('charge');
  }

  /** Starts an attempt; a repeated command returns the recorded outcome. @throws Refused 'claimed' */
  async make({ state, placed, payer, returnUrl }: FeeInput, metadata: CommandMetadata): Promise<Attempted> {
    const { orderId } = placed;
    const { price: amount } = state;
    let { intentId } = state;
    if (intentId === null) {
      const { currency, reservedAt } = placed;
      const mayBeForgotten = this.clock() - reservedAt > KEY_KEPT;
      const wanted = { orderId, amount, currency, customerId: payer.customerId, mayBeForgotten };
      const made = await this.gateway.createIntent(wanted);
      if (made.kind === 'unknown') return made;
      if (made.kind === 'refused') return this.unmade(orderId, made.code, metadata);
      intentId = made.intentId;
    }
    const wanted = { intentId, paymentMethodId: payer.paymentMethodId, attempt: state.chargeAttempts };
    const claim = await this.claim(orderId, wanted, LEASE, metadata);
    if ('kind' in claim) return claim;
    return this.confirm(orderId, claim, effectOf(metadata), returnUrl);
  }

  /** Looks the attempt up first. Its holder or a takeover confirms it again, but never a shopper's own attempt. */
  async goOn(orderId: string, open: OpenCharge, metadata: CommandMetadata): Promise<Attempted | Reschedule> {
    const { attempt, intentId, leaseUntil } = open;
    if (isUnderWay(open, this.by, this.clock())) return { rescheduleAt: leaseUntil };
    const seen = await this.look(orderId, intentId, attempt, metadata);
    if (seen.kind !== 'open') return seen;
    if (!waitsForPayer(seen.status)) return { rescheduleAt: this.clock() + LEASE };
    if (attempt > 1) {
      // Stripe may still be processing the shopper's confirmation.
      if (this.clock() < leaseUntil) return { rescheduleAt: leaseUntil };
      const reason = seen.status === 'requires_action' ? 'authentication_required' : seen.lastError;
      return this.declined(orderId, intentId, { ...seen, reason: reason ?? 'processing_error' }, metadata, attempt);
    }
    const now = this.clock();
    if (isHeld(open, this.by, now + ANSWER)) return this.confirm(orderId, open, metadata);
    const ended = this.holders.hasEnded(open) ? open.by : undefined;
    if (isTooEarly(open, ended, now)) return { rescheduleAt: leaseUntil };
    const takeover = derivedMetadata(metadata);
    const claim = await this.claim(orderId, { ...open, ended }, leaseOfTakeover(LEASE, open), takeover);
    return 'kind' in claim ? claim : this.confirm(orderId, claim, effectOf(takeover));
  }

  /** Records the intent's outcome. Its last error surely belongs to `attempt` only when that is the first one. */
  async look(orderId: string, intentId: string, attempt: number | undefined, metadata: CommandMetadata): Promise<Seen> {
    const seen = await this.gateway.lookup(intentId);
    switch (seen.kind) {
      case 'charged':
        return { kind: 'charged', position: await this.record(orderId, intentId, seen, metadata) };
      case 'cancelled':
        return this.declined(orderId, intentId, CANCELLED, metadata);
      case 'open':
        if (attempt === 1 && seen.lastError)
          return this.declined(orderId, intentId, { ...seen, reason: seen.lastError }, metadata, attempt);
        return seen;
      case 'unknown':
        return seen;
      default:
        return unreachable(seen);
    }
  }

  async cancel(orderId: string, intentId: string, metadata: CommandMetadata): Promise<Attempted> {
    const answer = await this.gateway.cancelIntent(intentId);
    if (answer.kind === 'unknown') return answer;
    if (answer.kind === 'cancelled') return this.declined(orderId, intentId, CANCELLED, metadata);
    return { kind: 'charged', position: await this.record(orderId, intentId, answer, metadata) };
  }

  async waive(orderId: string, reason: string, metadata: CommandMetadata): Promise<Attempted> {
    const { position } = await this.commands.execute(
      order,
      new WaiveFee(orderId, { reason }, derivedMetadata(metadata)),
    );
    return { kind: 'waived', position };
  }

  private async claim(
    orderId: string,
    { intentId, paymentMethodId, attempt: after, ended }: Wanted,
    lease: number,
    metadata: CommandMetadata,
  ): Promise<Claimed | Attempted> {
    const data = { by: this.by, leaseUntil: this.clock() + lease, intentId, paymentMethodId, after, ended };
    const { events, state, position } = await this.commands.execute(order, new ChargeFee(orderId, data, metadata));
    for (const event of events) if (event.type === 'FeeChargeStarted') return { ...event.data, position };
    // A repeated request: the first one is in progress or has its outcome.
    if (state.charged) return { kind: 'charged', position };
    return state.charge || state.declined === null
      ? { kind: 'unknown', cause: 'under way', position }
      : { kind: 'declined', reason: state.declined, position };
  }

  private async confirm(
    orderId: string,
    claim: Claimed,
    metadata: CommandMetadata,
    returnUrl?: string,
  ): Promise<Attempted> {
    const { attempt, intentId, paymentMethodId, position } = claim;
    const request = { orderId, attempt, intentId, paymentMethodId, ...(returnUrl === undefined ? {} : { returnUrl }) };
    const answer: ConfirmResult = await this.gateway.confirm(request);
    switch (answer.kind) {
      case 'charged':
        return { kind: 'charged', position: await this.record(orderId, intentId, answer, metadata) };
      case 'declined':
        return this.declined(orderId, intentId, answer, metadata, attempt);
      case 'action':
        return {
          ...(await this.declined(orderId, intentId, answer, metadata, attempt)),
          ...(answer.redirectUrl ? { redirectUrl: answer.redirectUrl } : {}),
        };
      case 'cancelled':
        return this.declined(orderId, intentId, CANCELLED, metadata);
      case 'unknown':
        return { ...answer, ...(position === undefined ? {} : { position }) };
      default:
        return unreachable(answer);
    }
  }

  /** Stripe refused the intent: too small an amount is waived, anything else needs the shopper. */
  private unmade(orderId: string, code: string, metadata: CommandMetadata): Promise<Attempted> {
    if (code === 'amount_too_small') return this.waive(orderId, code, metadata);
    return this.declined(orderId, '', { reason: code }, metadata);
  }

  private async declined(
    orderId: string,
    intentId: string,
    { reason, declineCode }: Declined,
    metadata: CommandMetadata,
    attempt?: number,
  ) {
    const code = declineCode === undefined ? {} : { declineCode };
    const position = await this.record(orderId, intentId, { kind: 'declined', reason, ...code }, metadata, attempt);
    return { kind: 'declined', reason, position } as const;
  }

  private async record(
    orderId: string,
    intentId: string,
    outcome: ChargeOutcome,
    metadata: CommandMetadata,
    attempt?: number,
  ): Promise<Position> {
    const command = new RecordCharge(orderId, { intentId, outcome, attempt }, derivedMetadata(metadata));
    return (await this.commands.execute(order, command)).position;
  }
}
