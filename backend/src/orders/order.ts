import type { Size } from '../contract/limits.js';
import type { OrderStatus } from '../contract/statuses.js';
import type { Slot } from '../products/product.js';
import { isOwnCode } from '../profiles/own-codes.js';

/** One order's life: reserved, checked out, charged, refunded or closed. What happens at the retailer and at Stripe is an event. */

// ---- events

export type EvidenceKind = 'retailer' | 'forwarded-email' | 'card-charge';
/** Proof that something was bought; without one there is no success and no fee. */
export interface Evidence {
  kind: EvidenceKind;
  reference: string;
  /** of the receipt, the mail or the statement line; base64url */
  sha256: string;
}

/** A claim: until `leaseUntil` (ms UTC) nobody else works on it. */
interface Claim {
  by: string;
  leaseUntil: number;
}

/** Who gave the slot back, and why. */
export interface Withdrawal {
  by: 'holder' | 'admin';
  reason: string;
}

/** Why nothing could be submitted while a checkout waits for its security code. */
export const CODE_GONE = 'code-gone';

export type CloseReason = 'no-evidence' | 'fee-lapsed' | 'card-data-gone' | 'sold-out' | 'retailer-refused';

/** An order without a slot is an admin's test; only that one brings its own personal data. */
export type PlacedOrder = Omit<Slot, 'slotNumber'> & { slotNumber: number | null; livemode: boolean; subject: string };

export type OrderEvent =
  | { type: 'OrderPlaced'; data: PlacedOrder & { personal?: { email: string; name: string } }; subject?: string }
  | {
      type: 'CheckoutStarted';
      data: Claim & { attempt: number; reference: string; size: Size; style: string; closesAt: number };
    }
  | {
      type: 'CheckoutSucceeded';
      /** `late`: the order had ended before; recorded, and never charged */
      data: { attempt: number; reference: string; size: Size; style: string; evidence: Evidence; late: boolean };
    }
  | { type: 'CheckoutRefused'; data: { attempt: number; reference: string; reason: string; retryAt: number | null } }
  /** `replaces`: the record before it; `retryAt` ms UTC where the checkout waited for it, else null */
  | { type: 'SecurityCodeGiven'; data: { codeRecord: string; replaces: string | null; retryAt: number | null } }
  | {
      type: 'CheckoutOutcomeUnknown';
      data: Claim & { attempt: number; reference: string; reason: string; retryAt: number };
    }
  | {
      type: 'FeeChargeStarted';
      data: Claim & { attempt: number; intentId: string; paymentMethodId: string; amount: number; currency: string };
    }
  | {
      type: 'FeeCharged';
      /** `late`: the order had ended before; the money goes back */
      data: { attempt: number; intentId: string; chargeId: string; amount: number; currency: string; late: boolean };
    }
  | { type: 'FeeDeclined'; data: { attempt: number; intentId: string; reason: string } }
  | { type: 'FeeWaived'; data: { reason: string } }
  | {
      type: 'RefundRequested';
      data: { refundId: string; intentId: string; amount: number; currency: string; reason: string };
    }
  | { type: 'RefundStarted'; data: Claim & { refundId: string } }
  | { type: 'FeeRefunded'; data: { refundId: string; stripeRefundId: string; amount: number; currency: string } }
  | { type: 'RefundFailed'; data: { refundId: string; reason: string } }
  | { type: 'FeeDisputed'; data: { disputeId: string; amount: number } }
  | { type: 'DisputeClosed'; data: { disputeId: string; outcome: 'won' | 'lost' } }
  | { type: 'OrderWithdrawn'; data: { productId: string; slotNumber: number | null } & Withdrawal }
  | { type: 'OrderClosed'; data: { reason: CloseReason } }
  | { type: 'OrderArchived'; data: Record<string, never> }
  | { type: 'PriceOverridden'; data: { from: number; to: number; reason: string } }
  | { type: 'AcoDataAccessed'; data: { reason: string } }
  | { type: 'MailRequested'; data: { mailId: string; kind: string } }
  | { type: 'MailSent'; data: { mailId: string; kind: string } }
  /** Not written: nobody is left to write to, or what it would say no longer holds. */
  | { type: 'MailSuppressed'; data: { mailId: string; kind: string } }
  /** `guest`: what was kept for this one order outside the log is to be erased as well */
  | { type: 'PersonalDataErased'; data: { guest?: true } }
  /** nothing of the guest is left */
  | { type: 'ErasureFinished'; data: Record<string, never> };

// ---- state

export interface OpenCheckout extends Claim {
  /** the security code it was begun with; null when there was none to use */
  codeRecord: string | null;
  attempt: number;
  reference: string;
  size: Size;
  style: string;
}
export interface OpenCharge extends Claim {
  attempt: number;
  intentId: string;
  paymentMethodId: string;
}
export interface Refund {
  refundId: string;
  amount: number;
  status: 'requested' | 'started' | 'done' | 'failed';
  leaseUntil: number;
}

/** Plain JSON: the orders read model keeps it too, so that both say the same. */
export interface OrderState {
  placed: PlacedOrder | null;
  /** fee to be charged, minor units */
  price: number;
  attempts: number;
  /** a reference whose outcome is not known yet */
  checkout: OpenCheckout | null;
  /** vault record of the security code that checkouts use */
  codeRecord: string | null;
  /** the code has served or was found gone: its owner is to give it again */
  codeWanted: boolean;
  /** what the retailer refused as sold out, `size/style` */
  soldOut: string[];
  bought: { size: Size; style: string; evidence: Evidence } | null;
  /** ms UTC; the promise's end, once an attempt has started */
  closesAt: number | null;
  charge: OpenCharge | null;
  chargeAttempts: number;
  intentId: string | null;
  declined: string | null;
  charged: { amount: number; chargeId: string } | null;
  waived: boolean;
  refunds: Refund[];
  /** minor units that failed refunds still owe; later refunds make good for them first, and a lost dispute for all */
  owed: number;
  disputes: Record<string, 'open' | 'won' | 'lost'>;
  withdrawn: Withdrawal | null;
  closed: CloseReason | null;
  archived: boolean;
  erased: boolean;
  erasureFinished: boolean;
  mailsRequested: string[];
  mailsSent: string[];
  mailsSuppressed: string[];
}

export const NEW_ORDER: OrderState = {
  placed: null,
  price: 0,
  attempts: 0,
  checkout: null,
  codeRecord: null,
  codeWanted: false,
  soldOut: [],
  bought: null,
  closesAt: null,
  charge: null,
  chargeAttempts: 0,
  intentId: null,
  declined: null,
  charged: null,
  waived: false,
  refunds: [],
  owed: 0,
  disputes: {},
  withdrawn: null,
  closed: null,
  archived: false,
  erased: false,
  erasureFinished: false,
  mailsRequested: [],
  mailsSent: [],
  mailsSuppressed: [],
};

/** Sum of the refunds in these states, minor units. */
export function refundSum(state: OrderState, ...statuses: Refund['status'][]): number {
  return state.refunds.reduce((sum, { amount, status }) => (statuses.includes(status) ? sum + amount : sum), 0);
}

/** The bank has given the money back: nothing more is owed. */
export function isDisputeLost({ disputes }: OrderState): boolean {
  return Object.values(disputes).includes('lost');
}

export function statusOf(state: OrderState): OrderStatus {
  if (state.withdrawn) return 'withdrawn';
  if (state.charged) {
    if (refundSum(state, 'requested', 'started') > 0 || state.owed > 0) return 'refund_pending';
    return refundSum(state, 'done') >= state.charged.amount ? 'refunded' : 'success';
  }
  if (state.closed) return 'fail';
  if (state.waived) return 'success';
  if (state.bought) return state.declined !== null && state.charge === null ? 'action_required' : 'processing';
  return state.attempts > 0 ? 'processing' : 'pending';
}

/** An order takes its security code along until something was bought with it, or nothing is to be bought any more. */
export function needsCode(state: OrderState): boolean {
  return state.bought === null && !isEnded(state);
}

/** The record that the next submission uses; null once the code in it has served. A code that orders share serves them all. */
export function usableCode({ codeRecord, codeWanted }: OrderState): string | null {
  return codeRecord !== null && codeWanted && isOwnCode(codeRecord) ? null : codeRecord;
}

export function isEnded(state: OrderState): boolean {
  return ['success', 'refunded', 'fail', 'withdrawn'].includes(statusOf(state));
}
