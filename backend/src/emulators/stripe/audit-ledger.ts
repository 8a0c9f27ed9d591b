import type { Routes } from './routes.js';
import { currentToken } from './shared-tokens.js';
import type { Transaction } from './store.js';

function intents(tx: Transaction): object[] {
  return tx.ids('payment_intent').map((id) => {
    const intent = tx.find('payment_intent', id);
    const { status, amount, amount_received, currency, customer, latest_charge, metadata, created } = intent;
    return { id, status, amount, amount_received, currency, customer, latest_charge, metadata, created };
  });
}

function charges(tx: Transaction): object[] {
  return tx.ids('charge').map((id) => {
    const charge = tx.find('charge', id);
    const { status, amount, amount_refunded, currency, disputed, failure_code, metadata, payment_intent } = charge;
    return {
      id,
      status,
      amount,
      amount_refunded,
      currency,
      disputed,
      failure_code,
      metadata,
      payment_intent,
      created: charge.created,
    };
  });
}

function refunds(tx: Transaction): object[] {
  return tx.ids('refund').map((id) => {
    const refund = tx.find('refund', id);
    const { status, amount, currency, charge, payment_intent, metadata, created } = refund;
    const failure_reason = refund.failure_reason ?? null;
    return { id, status, amount, currency, charge, payment_intent, failure_reason, metadata, created };
  });
}

function tokens(tx: Transaction): object[] {
  return tx.ids('shared_payment.issued_token').map((id) => {
    const token = currentToken(tx, id);
    const { status, shared_metadata, seller_details, usage_details, usage_limits, created } = token;
    const captured = usage_details.amount_captured.value;
    const { reference } = shared_metadata;
    return {
      id,
      reference,
      status,
      captured,
      seller: seller_details.network_business_profile,
      ...usage_limits,
      created,
    };
  });
}

function sellerPayments(tx: Transaction): object[] {
  return tx.ids('seller_payment').map((id) => {
    const { status, amount, amount_received, currency, metadata, created, emulator } = tx.find('seller_payment', id);
    return { id, status, amount, amount_received, currency, metadata, ...emulator, created };
  });
}

export const auditRoutes: Routes = {
  'GET /emulator/ledger': ({ tx }) => ({
    intents: intents(tx),
    charges: charges(tx),
    refunds: refunds(tx),
    tokens: tokens(tx),
    sellerPayments: sellerPayments(tx),
  }),
};
