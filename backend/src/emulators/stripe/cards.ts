import { fingerprintOf, namedCard, type TestCard, testCard } from '../../stripe/test-cards.js';
import { invalid, missing, unexpected, wrongCard } from './api-error.js';
import { type CardDetails, newObject, type PaymentMethod, randomId, type Token } from './objects.js';
import type { Params } from './params.js';
import { list, type Routes, retrieve } from './routes.js';
import type { Transaction } from './store.js';

type SavedCard = {
  card: CardDetails;
  behaviour: Token['emulator']['behaviour'];
  zip?: Token['card']['address_zip_check'];
};

const ALIAS_YEARS = 4;

/** Stripe writes brands this way on tokens; payment methods use the short form. */
const TOKEN_BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

const savedCard = (card: TestCard, month: number, year: number): SavedCard => ({
  behaviour: card.behaviour,
  card: {
    brand: card.brand,
    last4: card.number.slice(-4),
    exp_month: month,
    exp_year: year,
    fingerprint: fingerprintOf(card),
    iin: card.number.slice(0, 6),
    funding: 'credit',
    country: 'US',
  },
});

/** Nothing else sees a whole card number; the result holds none. */
function cardOf(params: Params, now: number): SavedCard {
  const card = testCard(params.required('number'));
  if (!card) throw wrongCard('incorrect_number', 'Your card number is incorrect.', 'number');
  const month = params.integer('exp_month') ?? 0;
  const given = params.integer('exp_year') ?? 0;
  const year = given < 100 ? 2_000 + given : given;
  const today = new Date(now);
  if (month < 1 || month > 12) {
    throw wrongCard('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  if (year < today.getUTCFullYear() || year > today.getUTCFullYear() + 50) {
    throw wrongCard('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  if (year === today.getUTCFullYear() && month < today.getUTCMonth() + 1) {
    throw wrongCard('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  const code = params.text('cvc');
  const codeLength = card.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  if (code !== undefined && !codeLength.test(code)) {
    throw wrongCard('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  return { ...savedCard(card, month, year), zip: params.text('address_zip') === undefined ? null : 'unchecked' };
}

function aliasedCard(alias: string, now: number): SavedCard | undefined {
  const card = namedCard(alias);
  return card && savedCard(card, 12, new Date(now).getUTCFullYear() + ALIAS_YEARS);
}

function newMethod(tx: Transaction, { card, behaviour, zip = null }: SavedCard, params?: Params): PaymentMethod {
  return tx.put({
    ...newObject('payment_method', tx.at),
    type: 'card',
    customer: null,
    card: { ...card, checks: { address_postal_code_check: zip } },
    metadata: params?.metadata() ?? {},
    emulator: { behaviour },
  });
}

function cardOfToken(tx: Transaction, id: string): SavedCard {
  const aliased = aliasedCard(id, tx.at);
  if (aliased) return aliased;
  const token = tx.find('token', id, 'card[token]');
  if (token.used) {
    throw unexpected('token_already_used', `You cannot use a Stripe token more than once: ${id}.`);
  }
  tx.put({ ...token, used: true });
  const { id: _, object, address_zip_check: zip, ...card } = token.card;
  return { card: { ...card, brand: brandOfToken(card.brand) }, behaviour: token.emulator.behaviour, zip };
}

const brandOfToken = (label: string): string =>
  Object.keys(TOKEN_BRANDS).find((brand) => TOKEN_BRANDS[brand] === label) ?? label;

/** The payment method that a request names; `pm_card_visa` and similar ones are created. */
export function methodNamed(tx: Transaction, id: string): PaymentMethod {
  const aliased = id.startsWith('pm_card_') ? aliasedCard(id, tx.at) : undefined;
  return aliased ? newMethod(tx, aliased) : tx.find('payment_method', id, 'payment_method');
}

export function attach(tx: Transaction, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer === customer) return method;
  if (method.customer !== null) {
    throw invalid('The payment method you provided has already been attached to a customer.');
  }
  if (tx.find('customer', customer, 'customer').deleted) throw missing('customer', customer, 'customer');
  if (method.emulator.detached) {
    throw invalid('The provided PaymentMethod was detached from a Customer and may not be used again.');
  }
  const attached = tx.put({ ...method, customer });
  tx.emit('payment_method.attached', attached);
  return attached;
}

export function detach(tx: Transaction, method: PaymentMethod): PaymentMethod {
  if (method.customer === null) throw invalid('The payment method you provided is not attached to a customer.');
  const detached = tx.put({ ...method, customer: null, emulator: { ...method.emulator, detached: true } });
  tx.emit('payment_method.detached', detached);
  return detached;
}

function createToken(tx: Transaction, params: Params): Token {
  const { card, behaviour, zip = null } = cardOf(params.group('card') ?? params, tx.at);
  return tx.put({
    ...newObject('token', tx.at),
    type: 'card',
    used: false,
    card: {
      ...{ id: randomId('card'), object: 'card' as const, ...card },
      brand: TOKEN_BRANDS[card.brand] ?? card.brand,
      address_zip_check: zip,
    },
    emulator: { behaviour },
  });
}

function createMethod(tx: Transaction, params: Params): PaymentMethod {
  if (params.required('type') !== 'card') throw invalid('Only cards are emulated.', undefined, 'type');
  const given = params.group('card') ?? params;
  const token = given.text('token');
  return newMethod(tx, token === undefined ? cardOf(given, tx.at) : cardOfToken(tx, token), params);
}

export const cardRoutes: Routes = {
  'POST /v1/tokens': ({ tx, params }) => createToken(tx, params),
  'GET /v1/tokens/:id': retrieve('token'),
  'POST /v1/payment_methods': ({ tx, params }) => createMethod(tx, params),
  'GET /v1/payment_methods': list('payment_method', 'customer', 'type'),
  'GET /v1/payment_methods/:id': ({ tx, id }) => methodNamed(tx, id),
  'POST /v1/payment_methods/:id/attach': ({ tx, id, params }) =>
    attach(tx, methodNamed(tx, id), params.required('customer')),
  'POST /v1/payment_methods/:id/detach': ({ tx, id }) => detach(tx, tx.find('payment_method', id)),
};
