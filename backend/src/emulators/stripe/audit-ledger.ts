import type { Routes } from './routes.js';
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

export const auditRoutes: Routes = {
  'GET /emulator/ledger': ({ tx }) => ({ intents: intents(tx), charges: charges(tx), refunds: refunds(tx) }),
};
