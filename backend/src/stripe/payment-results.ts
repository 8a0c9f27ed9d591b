import type { CardBrand } from '@supreme-access/contract/limits.js';

/** What Stripe and the bank call a refusal, also a word that nobody here knows. For staff: it may say that a card was stolen. */
export interface DeclineCode {
  declineCode?: string;
}
/** Why the card was refused, as far as its holder is told: banks ask that lost or stolen cards read as plainly declined. */
export type DeclineReason =
  | 'authentication_required'
  | 'card_declined'
  | 'card_unusable'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'insufficient_funds'
  | 'processing_error';

/** Nothing can be said: ask again with the same key, or look it up. `cause` is for logs and holds nothing personal. */
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
      /** the same for the same card number */
      fingerprint: string;
    }
  /** `code` 'unknown': nothing can be said, repeat under the same key. `text` may be shown to the cardholder. */
  | { ok: false; code: string; text: string };

export type IntentResult = { kind: 'created'; intentId: string } | { kind: 'refused'; code: string } | Unknown;

export type ConfirmResult =
  | Charged
  | ({ kind: 'declined'; reason: DeclineReason } & DeclineCode)
  /** `redirectUrl`: where the shopper authenticates, when they are present */
  | { kind: 'action'; reason: 'authentication_required'; redirectUrl?: string }
  | { kind: 'cancelled' }
  | Unknown;

export type IntentLookup =
  | Charged
  /** `status` as Stripe names it; `lastError` only where the intent waits for its payer, who authenticates at `redirectUrl` */
  | ({ kind: 'open'; status: string; lastError?: DeclineReason; redirectUrl?: string } & DeclineCode)
  | { kind: 'cancelled' }
  | Unknown;

/** `foreign`: another installation's, or nobody's */
export type IntentOwner = { kind: 'order'; orderId: string } | { kind: 'foreign' } | Unknown;

export type CancelResult = { kind: 'cancelled' } | Charged | Unknown;

export type RefundResult =
  | { kind: 'succeeded'; stripeRefundId: string }
  /** `status` as Stripe names it: whatever is neither done nor failed */
  | { kind: 'pending'; stripeRefundId: string; status: string }
  /** `stripeRefundId` is missing when Stripe refused to make the refund at all */
  | { kind: 'failed'; reason: string; stripeRefundId?: string }
  | Unknown;

export type RefundLookup = RefundResult | { kind: 'none' };

export type DeleteResult = { kind: 'deleted' } | Unknown;
