import { EVIDENCE_KINDS, type EvidenceKind } from '../orders/evidence.js';
import type { OrderEvent } from '../orders/order.js';
import type { Dated } from './case-files.js';

/** A refusal by the retailer for the same reference overrides these kinds of evidence. */
const OUTRANKED: readonly EvidenceKind[] = ['signed-email', 'reviewed'];

export interface OrderFees {
  fees: number;
  /** fees whose evidence stands before them */
  proofs: number;
  /** types of the events that took money without it */
  unproven: string[];
}

export function feesOf(events: readonly Dated<OrderEvent>[]): OrderFees {
  const found: OrderFees = { fees: 0, proofs: 0, unproven: [] };
  let isProven = false;
  const refused = new Set<string>();
  for (const event of events) {
    if (event.type === 'CheckoutRefused') refused.add(event.data.reference);
    if (event.type === 'CheckoutSucceeded') {
      const { evidence, reference } = event.data;
      isProven = isEvidence(event) && !(OUTRANKED.includes(evidence.kind) && refused.has(reference));
    }
    const isMoney = event.type === 'FeeChargeStarted' || event.type === 'FeeCharged';
    if (isMoney && !isProven) found.unproven.push(event.type);
    if (event.type !== 'FeeCharged') continue;
    found.fees += 1;
    if (isProven) found.proofs += 1;
  }
  return found;
}

function isEvidence({ data }: Extract<Dated<OrderEvent>, { type: 'CheckoutSucceeded' }>): boolean {
  const { kind, reference, sha256 } = data.evidence;
  return EVIDENCE_KINDS.includes(kind) && reference !== '' && sha256 !== '';
}
