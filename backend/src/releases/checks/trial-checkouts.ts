import { Injectable } from '@nestjs/common';
import type { CheckFinding } from '@supreme-access/contract/shapes/releases.js';
import type { ProductFacts } from '../../catalogue/products/product.js';
import { InjectClock } from '../../config/tokens.js';
import { uuidV5 } from '../../event-sourcing/ids.js';
import { Breakers, partnerOf } from '../../jobs/breakers.js';
import { isOverLimit } from '../../orders/order-tokens.js';
import type { OrderDoc } from '../../orders/orders.projection.js';
import { checkoutReference, type Line, type Money, type PreparedAnswer } from '../../retailers/retailer.js';
import { CheckoutAttempt } from '../checkout-attempt.js';
import { DEMO_BUYER } from '../retailers/demo-buyer.js';
import { found, ok } from './partner-checks.js';

type Held = Pick<OrderDoc, 'size' | 'style' | 'limit'>;

/** ms that the purchases of a drop may take before a warning */
const LONG = 5 * 60_000;
const MINUTE = 60_000;

/** Prepares a checkout for nobody and closes it: what the shop asks in the end, and how long it takes. */
@Injectable()
export class TrialCheckouts {
  constructor(
    private readonly attempt: CheckoutAttempt,
    private readonly breakers: Breakers,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Of the order with the lowest limit; nothing where none can be tried. `checkId` names the check. */
  async findings(
    facts: ProductFacts,
    held: readonly Held[],
    checkId: string,
    signal: AbortSignal,
  ): Promise<CheckFinding[]> {
    const line = lineOf(facts, held);
    if (!line) return [];
    const begun = this.clock();
    const reference = checkoutReference(uuidV5(checkId, 'drop-check'), 1);
    const answer = await this.attempt.within(signal, (within) => this.prepare(facts, { reference, line }, within));
    const places = this.breakers.of(partnerOf(facts.retailerId ?? null)).limit.now;
    const total = totalFinding(answer, held);
    return answer.kind === 'prepared' ? [total, speedFinding(this.clock() - begun, held.length, places)] : [total];
  }

  private async prepare(
    facts: ProductFacts,
    { reference, line }: { reference: string; line: Line },
    within: AbortSignal,
  ): Promise<PreparedAnswer> {
    const shop = await this.attempt.retailer(facts);
    const answer = await shop.prepare({ reference, line, buyer: DEMO_BUYER }, within);
    if ('session' in answer) await shop.close({ reference, session: answer.session }, within);
    return answer;
  }
}

function lineOf({ retailerItems = [], retailerProductId: productId }: ProductFacts, held: readonly Held[]) {
  const [lowest] = held.toSorted((a, b) => (a.limit?.amount ?? 0) - (b.limit?.amount ?? 0));
  const item = retailerItems.find(({ size, style }) => size === lowest?.size && style === lowest.style);
  return item && { productId, ...item };
}

/** A warning, because shipping and tax differ between buyers. */
export function totalFinding(answer: PreparedAnswer, held: readonly Pick<Held, 'limit'>[]): CheckFinding {
  switch (answer.kind) {
    case 'prepared': {
      const total: Money = answer.total;
      const above = held.filter(({ limit }) => isOverLimit(limit ? { limit } : {}, { ...total, total: total.amount }));
      return above.length === 0 ? ok('total') : found('total', 'warn', 'total-above-limits', above.length);
    }
    case 'escalated':
      return found('total', 'warn', 'person-wanted');
    case 'unavailable':
      if (answer.reason === 'other: handler-missing') return found('total', 'red', 'no-handler');
      return answer.retryable ? ok('total') : found('total', 'warn', 'not-prepared');
    default:
      return found('total', 'warn', 'not-prepared');
  }
}

/** `ms`: of one prepared checkout; a purchase takes about twice as long. `places`: purchases at once */
export function speedFinding(ms: number, slots: number, places: number): CheckFinding {
  const takes = (2 * ms * slots) / Math.max(1, places);
  return takes <= LONG ? ok('speed') : found('speed', 'warn', 'slow-shop', Math.ceil(takes / MINUTE));
}
