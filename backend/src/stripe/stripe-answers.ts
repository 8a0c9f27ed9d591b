import { brandOf, isBlockedPrefix } from '@supreme-access/contract/cards.js';
import type {
  Charged,
  ConfirmResult,
  DeclineCode,
  DeclineReason,
  IntentLookup,
  RefundResult,
  SavedCardResult,
} from './payment-results.js';

interface PaidIntent {
  latest_charge: string | { id: string } | null;
  amount_received: number;
}
interface CardError {
  code?: string;
  decline_code?: string;
}
interface ConfirmedIntent extends PaidIntent {
  status: string;
  next_action: { redirect_to_url?: { url: string | null } } | null;
}
interface RetrievedIntent extends ConfirmedIntent {
  last_payment_error: CardError | null;
}
interface MadeRefund {
  id: string;
  status: string | null;
  failure_reason?: string;
}
interface ConfirmedSetup {
  status: string;
  payment_method:
    | string
    | {
        id: string;
        card?: {
          brand: string;
          last4: string | null;
          exp_month: number;
          exp_year: number;
          fingerprint?: string | null;
        };
      }
    | null;
}

const SHOWN_REASONS: readonly DeclineReason[] = [
  'authentication_required',
  'expired_card',
  'incorrect_cvc',
  'insufficient_funds',
  'processing_error',
];

/** Stripe shows `iin` to some accounts only: https://docs.stripe.com/api/payment_methods/object#payment_method_object-card */
export function whyRefused(card: { brand: string; iin?: string | null } | undefined): 'prefix' | 'brand' | null {
  if (isBlockedPrefix(card?.iin ?? '')) return 'prefix';
  return brandOf(card?.brand ?? '') === 'unknown' ? 'brand' : null;
}

export function reasonOf(error: CardError): DeclineReason {
  return SHOWN_REASONS.find((reason) => reason === error.code || reason === error.decline_code) ?? 'card_declined';
}

export function declineCodeOf({ code, decline_code }: CardError): DeclineCode {
  const declineCode = decline_code ?? code;
  const isSaid = declineCode === 'card_declined' || SHOWN_REASONS.some((reason) => reason === declineCode);
  return declineCode === undefined || isSaid ? {} : { declineCode };
}

/** https://docs.stripe.com/payments/paymentintents/lifecycle */
const WAIT_FOR_PAYER = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
/** Whether the intent needs its payer. In any other status, known or not, it may still be paid. */
export function waitsForPayer(status: string): boolean {
  return WAIT_FOR_PAYER.includes(status);
}

export function cardRefused(error: CardError): ConfirmResult {
  const reason = reasonOf(error);
  if (reason === 'authentication_required') return { kind: 'action', reason };
  return { kind: 'declined', reason, ...declineCodeOf(error) };
}

export function intentLookup(intent: RetrievedIntent): IntentLookup {
  const { status, last_payment_error: error } = intent;
  if (status === 'succeeded') return charged(intent);
  if (status === 'canceled') return { kind: 'cancelled' };
  const open = { kind: 'open', status, ...redirectOf(intent) } as const;
  if (!error || !waitsForPayer(status)) return open;
  return { ...open, lastError: reasonOf(error), ...declineCodeOf(error) };
}

function redirectOf({ next_action: action }: Pick<ConfirmedIntent, 'next_action'>): { redirectUrl?: string } {
  const redirectUrl = action?.redirect_to_url?.url;
  return redirectUrl ? { redirectUrl } : {};
}

export function confirmed(intent: ConfirmedIntent): ConfirmResult {
  switch (intent.status) {
    case 'succeeded':
      return charged(intent);
    case 'canceled':
      return { kind: 'cancelled' };
    case 'requires_action':
      return { kind: 'action', reason: 'authentication_required', ...redirectOf(intent) };
    default:
      return { kind: 'unknown', cause: intent.status };
  }
}

/** @throws when a succeeded intent has no charge, which Stripe rules out */
export function charged({ latest_charge, amount_received }: PaidIntent): Charged {
  const chargeId = typeof latest_charge === 'string' ? latest_charge : latest_charge?.id;
  if (chargeId === undefined) throw new Error('a succeeded intent without a charge');
  return { kind: 'charged', chargeId, amount: amount_received };
}

export function refundResult({ id, status, failure_reason }: MadeRefund): RefundResult {
  if (status === 'failed' || status === 'canceled') {
    return { kind: 'failed', reason: failure_reason ?? status, stripeRefundId: id };
  }
  if (status === 'succeeded') return { kind: 'succeeded', stripeRefundId: id };
  return { kind: 'pending', stripeRefundId: id, status: status ?? 'pending' };
}

/** Whether a refund of that status takes days: https://docs.stripe.com/api/refunds/object#refund_object-status */
export function isRefundUnderWay(status: string): boolean {
  return status === 'pending' || status === 'requires_action';
}

/** In any other status the setup is under way or unknown: the card is neither saved nor refused. */
const SETUP_ENDED = [...WAIT_FOR_PAYER, 'succeeded', 'canceled'];

export function savedCard({ status, payment_method: method }: ConfirmedSetup, customerId: string): SavedCardResult {
  if (!SETUP_ENDED.includes(status)) {
    return { ok: false, code: 'unknown', text: 'We do not know whether the card was saved. Please try again.' };
  }
  if (status !== 'succeeded' || method === null || typeof method === 'string' || !method.card) {
    const code = status === 'requires_action' ? 'authentication_required' : 'card_declined';
    return { ok: false, code, text: 'Your bank did not let this card be saved. Please use another card.' };
  }
  const { brand, last4, exp_month, exp_year, fingerprint } = method.card;
  return {
    ok: true,
    customerId,
    paymentMethodId: method.id,
    brand: brandOf(brand),
    last4: last4 ?? '',
    expMonth: exp_month,
    expYear: exp_year,
    fingerprint: fingerprint ?? '',
  };
}
