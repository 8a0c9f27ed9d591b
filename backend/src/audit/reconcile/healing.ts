import { Injectable } from '@nestjs/common';
import type { HealPlan, RunFinding } from '@supreme-access/contract/shapes/audit.js';
import { InjectClock } from '../../config/tokens.js';
import { derivedMetadata, workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type CommandMetadata, noSuch, Refused } from '../../event-sourcing/decider.js';
import { canonicalJson, sha256 } from '../../event-sourcing/ids.js';
import { type OrderCommand, type OrderState, order } from '../../orders/order.js';
import { RecordCheckout } from '../../orders/order-checkout.js';
import { isOfAnotherPayment, RecordCharge } from '../../orders/order-fee.js';
import { RecordRefund, RecordRefundByHand } from '../../orders/order-refund.js';
import { ConsistentReads } from '../../projections/consistent-reads.js';
import { StripeGateway } from '../../stripe/stripe-gateway.js';
import type { ListedRefund } from '../../stripe/stripe-lists.js';
import { auditRuns, RecordHealing, RUNS } from '../runs/audit-run.js';
import { runsProjection } from '../runs/runs.projection.js';
import { GONE } from './judgement.js';
import { type Ledger, lineOf } from './ledger-comparison.js';
import { LoggedAttempts } from './logged-attempts.js';

type Make = (metadata: CommandMetadata) => OrderCommand;

const ANSWERS_WITHIN = 20_000;
const ALREADY_RECORDED = 'The event log already holds this. There is nothing to add.';
const WHY_NOT: Readonly<Record<string, string>> = {
  'missing-there':
    'The log is never changed. Ask the retailer or Stripe, and record their answer on the order by hand.',
  'amount-differs':
    'No event can decide which of the two is right. Compare them with the bank statement, and refund or charge by hand.',
  'charged-twice': 'The event log holds one payment of this order. Refund the other one at Stripe.',
  'refunded-twice':
    'The event log holds this refund, and no event takes the second one back. Settle it with the customer.',
  'token-captured':
    'The event log holds this purchase as refused, and the shop took the money. Ask the shop to send the piece or the money back.',
  'token-left-open':
    'The token ends by itself within an hour. If the shop takes money until then, the next run shows it.',
  'evidence-differs': 'The event log has one proof and the retailer another. Ask the retailer.',
  'stream-damaged': 'Nothing can be added to a locked stream. See docs/operations.md, "A damaged stream".',
};

@Injectable()
export class Healing {
  constructor(
    private readonly commands: Commands,
    private readonly latest: ConsistentReads,
    private readonly gateway: StripeGateway,
    private readonly attempts: LoggedAttempts,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Queries the partner and returns the events to append. @throws Refused 'not-found' | 'partner-away' */
  async plan(runId: string, findingId: string): Promise<HealPlan> {
    const finding = await this.find(runId, findingId);
    const { events, reason } = await this.prepare(finding);
    return { finding, events, reason, shown: shownAs(events) };
  }

  /**
   * A repeat after a crash finishes the healing. @throws Refused 'not-found' | 'not-healable' | 'finding-changed' |
   * 'run-over' | 'partner-away'
   */
  async heal(runId: string, findingId: string, shown: string, metadata: CommandMetadata): Promise<void> {
    const finding = await this.find(runId, findingId);
    await this.assertLatest(runId);
    const { make, events, reason } = await this.prepare(finding);
    if (finding.orderId === undefined || !make) {
      throw new Refused('not-healable', 'conflict', reason ?? 'This finding belongs to no order.');
    }
    if (events.length > 0) {
      if (shownAs(events) !== shown) {
        throw new Refused('finding-changed', 'conflict', 'The order has changed since then. Open the fix again.');
      }
      await this.commands.execute(order, make(metadata));
    }
    const data = { runId, findingId, orderId: finding.orderId, healedBy: metadata.actor.id };
    await this.commands.execute(auditRuns, new RecordHealing(RUNS, data, derivedMetadata(metadata)));
  }

  private async assertLatest(runId: string): Promise<void> {
    const { reconciled } = await this.commands.state(auditRuns, RUNS);
    if (reconciled?.runId === runId) return;
    throw new Refused('run-over', 'conflict', 'A later run has replaced this one.');
  }

  private async find(runId: string, findingId: string): Promise<RunFinding> {
    const run = await this.latest.find(runsProjection, runId);
    const finding = run?.findings.find(({ id }) => id === findingId);
    if (!finding) throw noSuch('finding');
    return finding;
  }

  private async prepare(finding: RunFinding): Promise<Pick<HealPlan, 'events' | 'reason'> & { make?: Make }> {
    const line = lineOf(finding);
    const { orderId } = finding;
    if (!line || finding.what !== 'missing-here') return { events: [], reason: WHY_NOT[finding.what] ?? null };
    if (orderId === undefined) return { events: [], reason: 'This finding belongs to no order in this event log.' };
    const state = await this.commands.state(order, orderId);
    if (!state.placed) return { events: [], reason: 'This order is not in the event log.' };
    const make = await this.commandOf(line.ledger, line.about, orderId, state);
    if (!make) return { events: [], reason: 'Stripe or the retailer no longer says so. Start another reconciliation.' };
    try {
      const events = order.decide(make(workerMetadata('preview')), state, this.clock());
      const plain = events.map(({ type, data }) => ({ type, data: { ...data } }));
      return { make, events: plain, reason: events.length === 0 ? ALREADY_RECORDED : null };
    } catch (error) {
      if (error instanceof Refused) return { events: [], reason: error.message };
      throw error;
    }
  }

  private commandOf(ledger: Ledger, about: string, orderId: string, state: OrderState) {
    if (ledger === 'intent') return this.ofIntent(about, orderId);
    return ledger === 'refund' ? this.ofRefund(about, orderId, state) : this.ofCheckout(about, orderId);
  }

  private async ofIntent(intentId: string, orderId: string): Promise<Make | undefined> {
    const seen = await this.gateway.lookup(intentId);
    if (seen.kind === 'unknown') throw partnerAway('Stripe', seen.cause);
    if (seen.kind !== 'charged') return undefined;
    return (metadata) => new RecordCharge(orderId, { intentId, outcome: seen }, metadata);
  }

  private async ofRefund(id: string, orderId: string, state: OrderState): Promise<Make | undefined> {
    const seen = await this.gateway.lists.refund(id);
    if ('kind' in seen) throw partnerAway('Stripe', seen.cause);
    return isOfAnotherPayment(state, seen.intentId) ? undefined : refundCommand(seen, orderId);
  }

  private async ofCheckout(reference: string, orderId: string): Promise<Make | undefined> {
    const attempt = await this.attempts.named(orderId, reference);
    const seen = await this.attempts.lookUp(attempt, AbortSignal.timeout(ANSWERS_WITHIN));
    if (seen.kind === 'unknown') throw partnerAway('The retailer', seen.cause);
    if (seen.kind !== 'succeeded') return undefined;
    const evidence = { kind: 'retailer', reference: seen.orderNumber, sha256: seen.sha256 } as const;
    return (metadata) => new RecordCheckout(orderId, { reference, outcome: { kind: 'succeeded', evidence } }, metadata);
  }
}

function refundCommand({ id, refundId, amount, status, failure }: ListedRefund, orderId: string): Make | undefined {
  const isGone = GONE.includes(status);
  if (!isGone && status !== 'succeeded') return undefined;
  const reason = failure ?? status;
  if (refundId === null) {
    const data = { stripeRefundId: id, amount, failure: isGone ? reason : null };
    return (metadata) => new RecordRefundByHand(orderId, data, metadata);
  }
  const outcome = isGone ? ({ kind: 'failed', reason } as const) : ({ kind: 'refunded', stripeRefundId: id } as const);
  return (metadata) => new RecordRefund(orderId, { refundId, outcome }, metadata);
}

function shownAs(events: HealPlan['events']): string {
  return sha256(canonicalJson(events));
}

function partnerAway(who: string, cause: string): Refused {
  return new Refused('partner-away', 'unavailable', `${who} could not be reached: ${cause}. Try again later.`, 30);
}
