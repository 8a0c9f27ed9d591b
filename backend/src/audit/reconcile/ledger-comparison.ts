import type { LedgerSide, RunFigures, RunFinding } from '@supreme-access/contract/shapes/audit.js';
import type { DropSums } from '@supreme-access/contract/shapes/drops.js';
import type { OrderState } from '../../orders/order.js';
import { isOfAnotherPayment } from '../../orders/order-fee.js';
import type { Sale } from '../../retailers/retailer.js';
import type { ListedIntent, ListedRefund } from '../../stripe/stripe-lists.js';
import type { CountedDrop } from '../drops/drop-records.js';
import type { OrderHistory } from '../order-history.js';
import { Findings } from '../runs/runner.js';
import { judgeToken, type ResolvedToken } from '../tokens/token-ledger.js';
import type { TokenAttempt } from '../tokens/token-rules.js';
import {
  DISAGREEMENTS,
  type Disagreement,
  GONE,
  type Judgement,
  judgeCheckout,
  judgeIntent,
  judgeRefund,
  NO_ENTRY,
  side,
} from './judgement.js';

export type Ledger = 'intent' | 'refund' | 'checkout' | 'token' | 'drop';

export interface Unlisted {
  ledger: Ledger;
  about: string;
  orderId: string;
  detail: string;
  says: LedgerSide;
}

/** Keeps some hundred bytes per order in memory. */
export class LedgerComparison {
  readonly findings = new Findings();
  private readonly seen = new Set<string>();
  private readonly refunded = new Set<string>();
  private readonly counts: Record<Judgement['kind'], number> = {
    matched: 0,
    nothing: 0,
    'under-way': 0,
    foreign: 0,
    test: 0,
    'missing-here': 0,
    'missing-there': 0,
    'amount-differs': 0,
    'evidence-differs': 0,
    'charged-twice': 0,
    'refunded-twice': 0,
    'token-captured': 0,
    'token-left-open': 0,
    'summary-differs': 0,
    'stream-damaged': 0,
  };
  private readonly equal: Record<Ledger, number> = { intent: 0, refund: 0, checkout: 0, token: 0, drop: 0 };
  retailerLists = true;

  constructor(private readonly clock: () => number) {}

  intent(intent: ListedIntent, order: OrderHistory | null, refunded = 0): void {
    this.seen.add(intent.id);
    const { id, orderId } = intent;
    const judgement = orderId === null ? FOREIGN : judgeIntent(intent, order, this.clock(), refunded);
    this.add(judgement, { ledger: 'intent', about: id, orderId });
  }

  refund(refund: ListedRefund, orderId: string | null, order: OrderHistory | null): void {
    const { id, intentId, refundId, amount, status } = refund;
    const about = { ledger: 'refund', about: id, orderId } as const;
    const judgement = orderId === null ? FOREIGN : judgeRefund(refund, order, this.clock());
    // A second payment's refund may carry the same id of ours, and is no proof of the first one's.
    if (order && isOfAnotherPayment(order.state, intentId)) {
      this.add(judgement, about);
      return;
    }
    const stands = refundId !== null && !GONE.includes(status);
    const isSecond = stands && !this.seen.has(id) && this.refunded.has(refundId);
    this.seen.add(id).add(refundId ?? id);
    if (stands) this.refunded.add(refundId);
    const currency = order?.state.placed?.currency;
    const second: Judgement = {
      kind: 'refunded-twice',
      detail: `${amount} refunded at Stripe a second time`,
      sides: { log: side('refunded once', amount, currency), stripe: side('refunded a second time', amount, currency) },
    };
    this.add(isSecond ? second : judgement, about);
  }

  checkout(line: Sale, orderId: string, order: OrderHistory | null): void {
    if (line.sale) this.seen.add(saleOf(orderId, line.sale.orderNumber));
    this.add(judgeCheckout(line, order, this.clock()), { ledger: 'checkout', about: line.reference, orderId });
  }

  /** `attempt`: as the log has it; `seen`: what Stripe says of its token */
  token(orderId: string, attempt: TokenAttempt, seen: ResolvedToken): void {
    this.add(judgeToken(attempt, seen), { ledger: 'token', about: attempt.reference, orderId });
  }

  /** `signed`: what was published; `counted`: what the log says now */
  drop(productId: string, signed: DropSums | null, { sums, isWithdrawn }: CountedDrop): void {
    const isAsCounted = JSON.stringify(signed) === JSON.stringify(sums) || (signed === null && isWithdrawn);
    const detail = 'the published sums are not those of the log';
    const judgement: Judgement = isAsCounted ? { kind: 'matched' } : { kind: 'summary-differs', detail };
    this.add(judgement, { ledger: 'drop', about: productId, orderId: null });
  }

  unlisted(orderId: string, { intentId, charged, refunds, bought, placed }: OrderState): Unlisted[] {
    const found: (Unlisted & { key?: string })[] = [];
    const currency = placed?.currency;
    if (charged && intentId !== null) {
      const { amount } = charged;
      const says = side('charged', amount, currency);
      found.push({ ledger: 'intent', about: intentId, orderId, detail: `${amount} charged here`, says });
    }
    for (const { refundId, status, amount } of refunds) {
      const says = side('refunded', amount, currency);
      if (status === 'done')
        found.push({ ledger: 'refund', about: refundId, orderId, detail: `${amount} refunded here`, says });
    }
    const { kind, reference = '' } = bought?.evidence ?? {};
    if (kind === 'retailer') {
      const detail = `bought here as ${reference}, not at the retailer`;
      const [key, says] = [saleOf(orderId, reference), side(`bought as ${reference}`)];
      found.push({ ledger: 'checkout', about: reference, orderId, detail, says, key });
    }
    return found.filter(({ about, key = about }) => !this.seen.has(key) && this.seen.add(key));
  }

  missing({ detail, says, ...about }: Unlisted): void {
    const there = about.ledger === 'checkout' ? { retailer: NO_ENTRY } : { stripe: NO_ENTRY };
    this.add({ kind: 'missing-there', detail, sides: { log: says, ...there } }, about);
  }

  add(
    judgement: Judgement,
    { ledger, about, orderId }: { ledger: Ledger; about: string; orderId: string | null },
  ): void {
    this.counts[judgement.kind] += 1;
    if (judgement.kind === 'matched') this.equal[ledger] += 1;
    if (!isDisagreement(judgement)) return;
    const { kind: what, detail, sides } = judgement;
    const id = `${what}:${ledger}:${about}`;
    const more = { ...(orderId === null ? {} : { orderId }), detail, ...(sides ? { sides } : {}) };
    this.findings.add({ id, what, about, ...more });
  }

  get figures(): RunFigures {
    const { counts, equal } = this;
    return {
      matched: counts.matched,
      feesEqual: equal.intent,
      refundsEqual: equal.refund,
      purchasesEqual: equal.checkout,
      tokensEqual: equal.token,
      missingHere: counts['missing-here'],
      missingThere: counts['missing-there'],
      amountDiffers: counts['amount-differs'],
      evidenceDiffers: counts['evidence-differs'],
      chargedTwice: counts['charged-twice'],
      refundedTwice: counts['refunded-twice'],
      tokensCaptured: counts['token-captured'],
      tokensLeftOpen: counts['token-left-open'],
      summariesDiffer: counts['summary-differs'],
      streamsDamaged: counts['stream-damaged'],
      underWay: counts['under-way'],
      foreign: counts.foreign,
      testOrders: counts.test,
      retailerList: this.retailerLists ? 'read' : 'lacking: only our own purchases were looked up',
    };
  }
}

const FOREIGN: Judgement = { kind: 'foreign' };
const saleOf = (orderId: string, orderNumber: string) => `${orderId} ${orderNumber}`;

function isDisagreement(judgement: Judgement): judgement is Extract<Judgement, { kind: Disagreement }> {
  return DISAGREEMENTS.some((one) => one === judgement.kind);
}

export function lineOf({ id, what, about }: RunFinding): { ledger: Ledger; about: string } | undefined {
  const ledger = (['intent', 'refund', 'checkout'] as const).find((one) => id === `${what}:${one}:${about}`);
  return ledger && { ledger, about };
}
