import { AUTHENTICATION_REQUIRED, issuerRefusal, type Refusal } from '../../stripe/test-cards.js';
import { ApiError } from './api-error.js';
import { type Charge, newObject, type PaymentIntent, type PaymentMethod, shown } from './objects.js';
import type { Transaction } from './store.js';

export interface Confirmation {
  intent: PaymentIntent;
  method: PaymentMethod;
  offSession: boolean;
  returnUrl?: string;
  authenticationUrl: string;
}

function newCharge(tx: Transaction, intent: PaymentIntent, method: PaymentMethod, refusal?: Refusal): Charge {
  return tx.put({
    ...newObject('charge', tx.at),
    amount: intent.amount,
    amount_captured: refusal ? 0 : intent.amount,
    amount_refunded: 0,
    captured: !refusal,
    currency: intent.currency,
    customer: intent.customer,
    disputed: false,
    failure_code: refusal?.code ?? null,
    failure_message: refusal?.message ?? null,
    metadata: intent.metadata,
    paid: !refusal,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: method.card },
    refunded: false,
    status: refusal ? 'failed' : 'succeeded',
    emulator: { behaviour: method.emulator.behaviour },
  });
}

function refuse(tx: Transaction, intent: PaymentIntent, method: PaymentMethod, refusal: Refusal): ApiError {
  const charge = newCharge(tx, intent, method, refusal);
  const error = { type: 'card_error' as const, ...refusal, charge: charge.id, payment_method: shown(method) };
  const failed = tx.put({
    ...intent,
    last_payment_error: error,
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method' as const,
  });
  tx.emit('charge.failed', charge);
  tx.emit('payment_intent.payment_failed', failed);
  return new ApiError(402, { ...error, payment_intent: failed }, true);
}

function succeed(tx: Transaction, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  const charge = newCharge(tx, intent, method);
  const paid = tx.put({
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded' as const,
  });
  tx.emit('charge.succeeded', charge);
  tx.emit('payment_intent.succeeded', paid);
  if (method.emulator.behaviour === 'disputes') openDispute(tx, charge);
  if (method.emulator.behaviour === 'inquires') openDispute(tx, charge, { status: 'warning_needs_response' });
  return paid;
}

/** seconds; banks give one to three weeks */
const EVIDENCE_WITHIN = 7 * 86_400;

/** An inquiry, as its bank calls it, leaves the charge refundable: https://docs.stripe.com/disputes/how-disputes-work#inquiries */
export const isInquiry = (status: string): boolean => status.startsWith('warning_');

export function openDispute(
  tx: Transaction,
  charge: Charge,
  { reason = 'fraudulent', status = 'needs_response' }: { reason?: string; status?: string } = {},
): object {
  tx.put({ ...charge, disputed: true });
  const dispute = tx.put({
    ...newObject('dispute', tx.at),
    amount: charge.amount,
    charge: charge.id,
    currency: charge.currency,
    metadata: {},
    payment_intent: charge.payment_intent,
    evidence_details: {
      due_by: Math.floor(tx.at / 1_000) + EVIDENCE_WITHIN,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: isInquiry(status),
    reason,
    status,
  });
  tx.emit('charge.dispute.created', dispute);
  return dispute;
}

export function charge(tx: Transaction, confirmation: Confirmation): PaymentIntent {
  const { intent, method, offSession, returnUrl } = confirmation;
  const { behaviour } = method.emulator;
  if (behaviour === 'authenticates') {
    if (offSession) throw refuse(tx, intent, method, AUTHENTICATION_REQUIRED);
    return askCardholder(tx, confirmation);
  }
  const refusal = issuerRefusal(behaviour);
  if (refusal) throw refuse(tx, intent, method, refusal);
  return succeed(tx, { ...intent, emulator: { ...intent.emulator, returnUrl } }, method);
}

function askCardholder(tx: Transaction, { intent, method, returnUrl, authenticationUrl }: Confirmation): PaymentIntent {
  const url = `${authenticationUrl}/${intent.id}?client_secret=${intent.client_secret}`;
  const updated = tx.put({
    ...intent,
    next_action: returnUrl
      ? { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } }
      : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } },
    payment_method: method.id,
    status: 'requires_action' as const,
    emulator: { returnUrl },
  });
  tx.emit('payment_intent.requires_action', updated);
  return updated;
}

export function authenticate(tx: Transaction, intent: PaymentIntent, passed: boolean): PaymentIntent {
  const method = tx.find('payment_method', intent.payment_method ?? '');
  if (passed) return succeed(tx, intent, method);
  const failed = tx.put({
    ...intent,
    last_payment_error: {
      type: 'invalid_request_error' as const,
      code: 'payment_intent_authentication_failure',
      message: 'The provided PaymentMethod has failed authentication.',
      payment_method: shown(method),
    },
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method' as const,
  });
  tx.emit('payment_intent.payment_failed', failed);
  return failed;
}
