import { minimumCharge } from '../../payments/minimum-charge.js';
import { invalid, unexpected } from './api-error.js';
import { methodNamed } from './cards.js';
import { charge } from './charging.js';
import { livingCustomer } from './customers.js';
import { newObject, type PaymentIntent, type PaymentMethod, randomId } from './objects.js';
import type { Params } from './params.js';
import { list, type Routes, retrieve } from './routes.js';
import type { Transaction } from './store.js';

/** eight digits, https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const MOST = 99_999_999;

function amountOf(params: Params, currency: string): number {
  params.required('amount');
  const amount = params.integer('amount') ?? 0;
  const least = minimumCharge(currency);
  if (least === undefined) throw invalid(`Invalid currency: ${currency}.`, undefined, 'currency');
  if (amount < 1) throw invalid('Invalid positive integer', 'parameter_invalid_integer', 'amount');
  if (amount < least) {
    throw invalid(`Amount must be at least ${least} in ${currency}.`, 'amount_too_small', 'amount');
  }
  if (amount > MOST) throw invalid('Amount must be no more than eight digits.', 'amount_too_large', 'amount');
  return amount;
}

function returnUrlOf(params: Params): string | undefined {
  const url = params.text('return_url');
  if (url === undefined || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return url;
  throw invalid('Not a valid URL', 'url_invalid', 'return_url');
}

function usable(tx: Transaction, named: string, customer: string | null): PaymentMethod {
  const method = methodNamed(tx, named);
  if (method.emulator.detached) {
    throw invalid('The provided PaymentMethod was detached from a Customer and may not be used again.');
  }
  if (method.customer !== null && method.customer !== customer) {
    throw invalid(`The payment method ${method.id} does not belong to the customer of this PaymentIntent.`);
  }
  return method;
}

function confirm(tx: Transaction, intent: PaymentIntent, params: Params, authenticationUrl: string): PaymentIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpected(
      'payment_intent_unexpected_state',
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      { payment_intent: intent },
    );
  }
  const named = params.text('payment_method') ?? intent.payment_method;
  if (!named) {
    throw unexpected(
      'payment_intent_unexpected_state',
      "You cannot confirm this PaymentIntent because it's missing a payment method.",
      { payment_intent: intent },
    );
  }
  return charge(tx, {
    intent,
    method: usable(tx, named, intent.customer),
    offSession: params.flag('off_session'),
    returnUrl: returnUrlOf(params),
    authenticationUrl,
  });
}

function create(tx: Transaction, params: Params, authenticationUrl: string): PaymentIntent {
  const currency = params.required('currency').toLowerCase();
  const amount = amountOf(params, currency);
  if ((params.text('capture_method') ?? 'automatic') === 'manual') {
    throw invalid('Holding money without capturing it is not emulated.', undefined, 'capture_method');
  }
  const customer = params.text('customer') ?? null;
  if (customer !== null) livingCustomer(tx, customer);
  const named = params.text('payment_method');
  const method = named === undefined ? undefined : usable(tx, named, customer);
  const base = newObject('payment_intent', tx.at);
  const intent: PaymentIntent = tx.put({
    ...base,
    amount,
    amount_received: 0,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: randomId(`${base.id}_secret`),
    currency,
    customer,
    description: params.text('description') ?? null,
    last_payment_error: null,
    latest_charge: null,
    metadata: params.metadata(),
    next_action: null,
    payment_method: method?.id ?? null,
    payment_method_types: ['card'],
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    emulator: {},
  });
  tx.emit('payment_intent.created', intent);
  return params.flag('confirm') ? confirm(tx, intent, params, authenticationUrl) : intent;
}

function cancel(tx: Transaction, intent: PaymentIntent, params: Params): PaymentIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpected(
      'payment_intent_unexpected_state',
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
      { payment_intent: intent },
    );
  }
  const canceled = tx.put({
    ...intent,
    canceled_at: Math.floor(tx.at / 1_000),
    cancellation_reason: params.text('cancellation_reason') ?? null,
    next_action: null,
    status: 'canceled' as const,
  });
  tx.emit('payment_intent.canceled', canceled);
  return canceled;
}

export function paymentIntentRoutes(authenticationUrl: () => string): Routes {
  return {
    'POST /v1/payment_intents': ({ tx, params }) => create(tx, params, authenticationUrl()),
    'GET /v1/payment_intents': list('payment_intent', 'customer'),
    'GET /v1/payment_intents/:id': retrieve('payment_intent'),
    'POST /v1/payment_intents/:id/confirm': ({ tx, id, params }) =>
      confirm(tx, tx.find('payment_intent', id), params, authenticationUrl()),
    'POST /v1/payment_intents/:id/cancel': ({ tx, id, params }) => cancel(tx, tx.find('payment_intent', id), params),
    'GET /v1/charges': list('charge', 'payment_intent', 'customer'),
    'GET /v1/charges/:id': retrieve('charge'),
  };
}
