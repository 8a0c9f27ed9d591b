import { issuerRefusal } from '../../stripe/test-cards.js';
import { ApiError, invalid, missing } from './api-error.js';
import { newObject, randomId, type SellerPayment, type SharedToken } from './objects.js';
import type { Params } from './params.js';
import type { Routes } from './routes.js';
import { deactivated, grantedToken, tokenFor } from './shared-tokens.js';
import type { Transaction } from './store.js';

const KEY = /^sk_test_seller_(\w+)$/;
const PROFILE = 'profile_test_';

/** The profile whose key it is. Each key of this form is a seller's account, in which tokens alone can be paid with. */
export function sellerOf(key: string): string | undefined {
  const name = KEY.exec(key)?.[1];
  return name && `${PROFILE}${name}`;
}

/** `profile`: such as `profile_test_shop` */
export function sellerKey(profile: string): string {
  return `sk_test_seller_${profile.slice(PROFILE.length)}`;
}

/** Throws what keeps this payment from being taken from the token. */
function checkUsable(token: SharedToken, amount: number, currency: string): void {
  const { max_amount, currency: agreed } = token.usage_limits;
  if (token.status !== 'active') throw invalid(`The shared payment token is not active: ${token.status}.`);
  if (currency !== agreed) throw invalid(`The shared payment token is for ${agreed}.`, undefined, 'currency');
  if (amount > max_amount) throw invalid('The amount is above the limit of the token.', undefined, 'amount');
}

function pay(tx: Transaction, params: Params, seller: string): object {
  const currency = params.required('currency').toLowerCase();
  params.required('amount');
  const amount = params.integer('amount') ?? 0;
  if (amount < 1) throw invalid('Invalid positive integer', 'parameter_invalid_integer', 'amount');
  // https://docs.stripe.com/api/payment_intents/create#create_payment_intent-payment_method_data-shared_payment_granted_token
  const id = params.group('payment_method_data')?.required('shared_payment_granted_token');
  if (!id || !params.flag('confirm') || params.text('capture_method') === 'manual') {
    throw invalid('A seller takes the whole payment from a token at once; nothing else is emulated.');
  }
  const token = tokenFor(tx, id, seller);
  checkUsable(token, amount, currency);
  const method = tx.find('payment_method', token.payment_method);
  if (method.emulator.detached) throw invalid('The PaymentMethod of the token was detached.');
  const refusal = issuerRefusal(method.emulator.behaviour);
  const error = refusal ? { type: 'card_error' as const, ...refusal } : null;
  const payment = tx.put<SellerPayment>({
    ...newObject('seller_payment', tx.at),
    amount,
    amount_received: refusal ? 0 : amount,
    currency,
    last_payment_error: error,
    latest_charge: randomId('ch'),
    metadata: params.metadata(),
    payment_method: refusal ? null : randomId('pm'), // a clone in the seller's account
    status: refusal ? 'requires_payment_method' : 'succeeded',
    emulator: { seller, token: id },
  });
  if (error) throw new ApiError(402, { ...error, payment_intent: shownPayment(payment) }, true);
  const taken = { ...token, usage_details: { amount_captured: { currency, value: amount } } };
  deactivated(tx, taken, 'consumed', Math.floor(tx.at / 1_000));
  return shownPayment(payment);
}

const shownPayment = (payment: SellerPayment) => ({ ...payment, object: 'payment_intent' as const });

function paymentOf(tx: Transaction, id: string, seller: string): object {
  const payment = tx.find('seller_payment', id);
  if (payment.emulator.seller !== seller) throw missing('payment_intent', id);
  return shownPayment(payment);
}

export const sellerRoutes = (profile: string): Routes => ({
  'POST /v1/payment_intents': ({ tx, params }) => pay(tx, params, profile),
  'GET /v1/payment_intents/:id': ({ tx, id }) => paymentOf(tx, id, profile),
  'GET /v1/shared_payment/granted_tokens/:id': ({ tx, id }) => grantedToken(tx, id, profile),
});
