import type { CardBrand } from '@supreme-access/contract/limits.js';

/** Stripe's and the bank's codes, unknown ones included. For staff only: they may say that a card was stolen. */
export interface DeclineCode {
  declineCode?: string;
}
/** The reason that the cardholder sees: banks ask that lost or stolen cards read as plainly declined. */
export type DeclineReason =
  | 'authentication_required'
  | 'card_declined'
  | 'card_unusable'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'insufficient_funds'
  | 'processing_error';

/** The outcome is unknown: repeat under the same key, or look it up. `cause` is for logs and holds nothing personal. */
export interface Unknown {
  kind: 'unknown';
  cause: string;
}
/** `amount` in minor units */
export interface Charged {
  kind: 'charged';
  chargeId: string;
  amount: number;
}

export type TokenResult =
  | { ok: true; tokenId: string; brand: CardBrand | 'unknown'; last4: string }
  | { ok: false; code: string };

export type SavedCardResult =
  | {
      ok: true;
      customerId: string;
      paymentMethodId: string;
      brand: CardBrand | 'unknown';
      last4: string;
      expMonth: number;
      expYear: number;
      fingerprint: string;
    }
  /** `code` 'unknown': repeat under the same key. `text` may be shown to the cardholder. */
  | { ok: false; code: string; text: string };

export type IntentResult = { kind: 'created'; intentId: string } | { kind: 'refused'; code: string } | Unknown;

export type ConfirmResult =
  | Charged
  | ({ kind: 'declined'; reason: DeclineReason } & DeclineCode)
  | { kind: 'action'; reason: 'authentication_required'; redirectUrl?: string }
  | { kind: 'cancelled' }
  | Unknown;

export type IntentLookup =
  | Charged
  /** `status` is Stripe's; `lastError` and `redirectUrl` are set only while the intent waits for its payer. */
  | ({ kind: 'open'; status: string; lastError?: DeclineReason; redirectUrl?: string } & DeclineCode)
  | { kind: 'cancelled' }
  | Unknown;

/** `foreign`: another installation's, or untagged */
export type IntentOwner = { kind: 'order'; orderId: string } | { kind: 'foreign' } | Unknown;

export type CancelResult = { kind: 'cancelled' } | Charged | Unknown;

export type RefundResult =
  | { kind: 'succeeded'; stripeRefundId: string }
  | { kind: 'pending'; stripeRefundId: string; status: string }
  /** missing when Stripe refused to make the refund */
  | { kind: 'failed'; reason: string; stripeRefundId?: string }
  | Unknown;

export type RefundLookup = RefundResult | { kind: 'none' };

export type DeleteResult = { kind: 'deleted' } | Unknown;
