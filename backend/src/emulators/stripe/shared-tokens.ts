import { invalid, missing } from './api-error.js';
import { methodNamed } from './cards.js';
import { type Deactivation, newObject, type SharedToken } from './objects.js';
import type { Params } from './params.js';
import type { Routes } from './routes.js';
import type { Transaction } from './store.js';

const KIND = 'shared_payment.issued_token';
const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((name) => name.toLowerCase()));

const seconds = (tx: Transaction) => Math.floor(tx.at / 1_000);

export function deactivated(tx: Transaction, token: SharedToken, reason: Deactivation, at: number): SharedToken {
  return tx.put({ ...token, deactivated_at: at, deactivated_reason: reason, next_action: null, status: reason });
}

/** The token as it is now: a clock alone ends it. @throws ApiError for an unknown id */
export function currentToken(tx: Transaction, id: string): SharedToken {
  const token = tx.find(KIND, id);
  const { expires_at } = token.usage_limits;
  const isOver = token.deactivated_reason === null && seconds(tx) >= expires_at;
  return isOver ? deactivated(tx, token, 'expired', expires_at) : token;
}

function limitsOf(tx: Transaction, params: Params): SharedToken['usage_limits'] {
  const given = params.group('usage_limits');
  if (!given) throw invalid('Missing required param: usage_limits.', 'parameter_missing', 'usage_limits');
  const currency = given.required('currency').toLowerCase();
  given.required('max_amount');
  const max_amount = given.integer('max_amount') ?? 0;
  given.required('expires_at'); // optional at Stripe; a token without an end is of no use here
  const expires_at = given.integer('expires_at') ?? 0;
  if (!CURRENCIES.has(currency)) throw invalid(`Invalid currency: ${currency}.`, undefined, 'usage_limits[currency]');
  if (max_amount < 1) {
    throw invalid('Invalid positive integer', 'parameter_invalid_integer', 'usage_limits[max_amount]');
  }
  if (expires_at <= seconds(tx)) {
    throw invalid('The expiration must be in the future.', undefined, 'usage_limits[expires_at]');
  }
  return { currency, expires_at, max_amount };
}

function create(tx: Transaction, params: Params): SharedToken {
  const method = methodNamed(tx, params.required('payment_method'));
  if (method.emulator.detached) {
    throw invalid('The provided PaymentMethod was detached from a Customer and may not be used again.');
  }
  const seller = params.group('seller_details');
  const network_business_profile = seller?.required('network_business_profile');
  if (!network_business_profile) {
    throw invalid('Missing required param: seller_details.', 'parameter_missing', 'seller_details');
  }
  if (!network_business_profile.startsWith('profile_')) {
    throw missing('profile', network_business_profile, 'seller_details[network_business_profile]');
  }
  const usage_limits = limitsOf(tx, params);
  const asks = method.emulator.behaviour === 'authenticates';
  return tx.put({
    ...newObject(KIND, tx.at),
    deactivated_at: null,
    deactivated_reason: null,
    next_action: asks ? { type: 'use_stripe_sdk', use_stripe_sdk: { value: 'emulated' } } : null,
    payment_method: method.id,
    seller_details: { external_id: seller?.text('external_id') ?? null, network_business_profile },
    setup_future_usage: null,
    shared_metadata: params.metadata({}, 'shared_metadata'),
    status: asks ? ('requires_action' as const) : ('active' as const),
    usage_details: { amount_captured: { currency: usage_limits.currency, value: 0 } },
    usage_limits,
  });
}

function end(tx: Transaction, id: string, reason: Deactivation): SharedToken {
  const token = currentToken(tx, id);
  if (token.deactivated_reason === reason) return token;
  if (token.deactivated_reason !== null) {
    throw invalid(`This SharedPaymentIssuedToken is deactivated: ${token.deactivated_reason}.`);
  }
  return deactivated(tx, token, reason, seconds(tx));
}

/** What the seller sees of a token that was made for it: https://docs.stripe.com/api/shared-payment/granted-token/object */
export function grantedToken(tx: Transaction, id: string, seller: string): object {
  const token = tokenFor(tx, id, seller);
  const { payment_method, next_action, seller_details, setup_future_usage, status, ...seen } = token;
  const { card } = tx.find('payment_method', payment_method);
  return {
    ...seen,
    object: 'shared_payment.granted_token',
    agent_details: { network_business_profile: 'profile_test_agent' },
    payment_method_details: { type: 'card', card },
    risk_details: null,
  };
}

/** @throws ApiError, 404, for a token of another seller */
export function tokenFor(tx: Transaction, id: string, seller: string): SharedToken {
  const token = currentToken(tx, id);
  if (token.seller_details.network_business_profile === seller) return token;
  throw missing('shared_payment.granted_token', id);
}

/** Stripe lists no tokens. No event tells of one here: its object would carry the id, which is a credential, to the webhook. */
export const sharedTokenRoutes: Routes = {
  'POST /v1/shared_payment/issued_tokens': ({ tx, params }) => create(tx, params),
  'GET /v1/shared_payment/issued_tokens/:id': ({ tx, id }) => currentToken(tx, id),
  'POST /v1/shared_payment/issued_tokens/:id/revoke': ({ tx, id }) => end(tx, id, 'revoked'),
  'POST /emulator/issued_tokens/:id/resolve': ({ tx, id }) => end(tx, id, 'resolved'),
};
