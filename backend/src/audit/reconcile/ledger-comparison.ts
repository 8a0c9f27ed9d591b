import type { RunFigures, RunFinding } from '@supreme-access/contract/shapes/audit.js';
import type { OrderState } from '../../orders/order.js';
import { isOfAnotherPayment } from '../../orders/order-fee.js';
import type { Sale } from '../../retailers/retailer.js';
import type { ListedIntent, ListedRefund } from '../../stripe/stripe-lists.js';
import type { OrderHistory } from '../order-history.js';
import { Findings } from '../runs/runner.js';
import { judgeToken, type KnownToken } from '../tokens/token-ledger.js';
import type { TokenAttempt } from '../tokens/token-rules.js';
import {
  DISAGREEMENTS,
  type Disagreement,
  GONE,
  type Judgement,
  judgeCheckout,
  judgeIntent,
  judgeRefund,
} from './judgement.js';

export type Ledger = 'intent' | 'refund' | 'checkout' | 'token';

export interface Unlisted {
  ledger: Ledger;
  about: string;
  orderId: string;
  /** minor units, or the retailer's order number */
  detail: string;
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
    'stream-damaged': 0,
  };
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
    const second: Judgement = { kind: 'refunded-twice', detail: `${amount} refunded at Stripe a second time` };
    this.add(isSecond ? second : judgement, about);
  }

  checkout(line: Sale, orderId: string, order: OrderHistory | null): void {
    if (line.sale) this.seen.add(saleOf(orderId, line.sale.orderNumber));
    this.add(judgeCheckout(line, order, this.clock()), { ledger: 'checkout', about: line.reference, orderId });
  }

  /** `attempt`: as the log has it; `seen`: what Stripe says of its token */
  token(orderId: string, attempt: TokenAttempt, seen: KnownToken): void {
    this.add(judgeToken(attempt, seen), { ledger: 'token', about: attempt.reference, orderId });
  }

  unlisted(orderId: string, { intentId, charged, refunds, bought }: OrderState): Unlisted[] {
    const found: (Unlisted & { key?: string })[] = [];
    if (charged && intentId !== null) {
      found.push({ ledger: 'intent', about: intentId, orderId, detail: `${charged.amount} charged here` });
    }
    for (const { refundId, status, amount } of refunds) {
      if (status === 'done')
        found.push({ ledger: 'refund', about: refundId, orderId, detail: `${amount} refunded here` });
    }
    const { kind, reference = '' } = bought?.evidence ?? {};
    if (kind === 'retailer') {
      const detail = `bought here as ${reference}, not at the retailer`;
      found.push({ ledger: 'checkout', about: reference, orderId, detail, key: saleOf(orderId, reference) });
    }
    return found.filter(({ about, key = about }) => !this.seen.has(key) && this.seen.add(key));
  }

  missing({ detail, ...about }: Unlisted): void {
    this.add({ kind: 'missing-there', detail }, about);
  }

  add(
    judgement: Judgement,
    { ledger, about, orderId }: { ledger: Ledger; about: string; orderId: string | null },
  ): void {
    this.counts[judgement.kind] += 1;
    if (!isDisagreement(judgement)) return;
    const { kind: what, detail } = judgement;
    const id = `${what}:${ledger}:${about}`;
    this.findings.add({ id, what, about, ...(orderId === null ? {} : { orderId }), detail });
  }

  get figures(): RunFigures {
    const { counts } = this;
    return {
      matched: counts.matched,
      missingHere: counts['missing-here'],
      missingThere: counts['missing-there'],
      amountDiffers: counts['amount-differs'],
      evidenceDiffers: counts['evidence-differs'],
      chargedTwice: counts['charged-twice'],
      refundedTwice: counts['refunded-twice'],
      tokensCaptured: counts['token-captured'],
      tokensLeftOpen: counts['token-left-open'],
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

function isDisagreement(judgement: Judgement): judgement is { kind: Disagreement; detail: string } {
  return DISAGREEMENTS.some((one) => one === judgement.kind);
}

export function lineOf({ id, what, about }: RunFinding): { ledger: Ledger; about: string } | undefined {
  const ledger = (['intent', 'refund', 'checkout'] as const).find((one) => id === `${what}:${one}:${about}`);
  return ledger && { ledger, about };
}
