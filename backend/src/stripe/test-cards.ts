import { createHash } from 'node:crypto';

export type Behaviour =
  | 'pays'
  | 'declined'
  | 'no-funds'
  | 'lost'
  | 'stolen'
  | 'expired'
  | 'wrong-code'
  | 'processing-error'
  | 'authenticates'
  | 'refund-fails'
  | 'refund-pends'
  | 'disputes'
  | 'inquires';

export interface TestCard {
  number: string;
  brand: string;
  behaviour: Behaviour;
  names: readonly string[];
}

const card = (number: string, brand: string, behaviour: Behaviour, ...names: string[]): TestCard => ({
  number,
  brand,
  behaviour,
  names,
});

/** Numbers and names from https://docs.stripe.com/testing. */
const STRIPE_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'visa', 'pays', 'visa'),
  card('4000056655665556', 'visa', 'pays', 'visa_debit'),
  card('5555555555554444', 'mastercard', 'pays', 'mastercard'),
  card('2223003122003222', 'mastercard', 'pays'),
  card('5200828282828210', 'mastercard', 'pays', 'mastercard_debit'),
  card('5105105105105100', 'mastercard', 'pays', 'mastercard_prepaid'),
  card('378282246310005', 'amex', 'pays', 'amex'),
  card('371449635398431', 'amex', 'pays'),
  card('6011111111111117', 'discover', 'pays', 'discover'),
  card('6011000990139424', 'discover', 'pays'),
  card('3056930009020004', 'diners', 'pays', 'diners'),
  card('36227206271667', 'diners', 'pays'),
  card('3566002020360505', 'jcb', 'pays', 'jcb'),
  card('6200000000000005', 'unionpay', 'pays', 'unionpay'),
  card('4000000000000002', 'visa', 'declined', 'chargeDeclined', 'visa_chargeDeclined'),
  card('4000000000000341', 'visa', 'declined', 'chargeCustomerFail'),
  card(
    '4000000000009995',
    'visa',
    'no-funds',
    'chargeDeclinedInsufficientFunds',
    'visa_chargeDeclinedInsufficientFunds',
  ),
  card('4000000000009987', 'visa', 'lost', 'chargeDeclinedLostCard', 'visa_chargeDeclinedLostCard'),
  card('4000000000009979', 'visa', 'stolen', 'chargeDeclinedStolenCard', 'visa_chargeDeclinedStolenCard'),
  card('4000000000000069', 'visa', 'expired', 'chargeDeclinedExpiredCard'),
  card('4000000000000127', 'visa', 'wrong-code', 'chargeDeclinedIncorrectCvc'),
  card('4000000000000119', 'visa', 'processing-error', 'chargeDeclinedProcessingError'),
  card('4000002500003155', 'visa', 'authenticates', 'authenticationRequiredOnSetup'),
  card('4000002760003184', 'visa', 'authenticates', 'authenticationRequired'),
  card('4000000000005126', 'visa', 'refund-fails', 'refundFail'),
  card('4000000000007726', 'visa', 'refund-pends', 'pendingRefund'),
  card('4000000000000259', 'visa', 'disputes', 'createDispute'),
  card('4000000000001976', 'visa', 'inquires', 'createDisputeInquiry'),
];

/** Our own numbers for cards that a shop does not accept. No other number is ever accepted. */
const REFUSED_CARDS: readonly TestCard[] = [
  card('4767000000000005', 'visa', 'pays', 'blockedPrefix'),
  card('6759649826438453', 'unknown', 'pays', 'unknownBrand'),
];
const TEST_CARDS = [...STRIPE_CARDS, ...REFUSED_CARDS];

const byNumber = new Map(TEST_CARDS.map((card) => [card.number, card]));
const byName = new Map(TEST_CARDS.flatMap((card) => card.names.map((name) => [name, card] as const)));

export function testCard(number: string): TestCard | undefined {
  return byNumber.get(number.replaceAll(/[\s-]/g, ''));
}

export function namedCard(alias: string): TestCard | undefined {
  return byName.get(alias.replace(/^(tok_|pm_card_)/, ''));
}

export function fingerprintOf(card: TestCard): string {
  return createHash('sha256').update(`emulator-card:${card.number}`).digest('base64url').slice(0, 16);
}

export interface Refusal {
  code: string;
  decline_code: string;
  message: string;
}

const refusal = (code: string, decline_code: string, message: string): Refusal => ({ code, decline_code, message });

export const AUTHENTICATION_REQUIRED = refusal(
  'authentication_required',
  'authentication_required',
  'Your card was declined. This transaction requires authentication.',
);

const REFUSALS: Partial<Record<Behaviour, Refusal>> = {
  declined: refusal('card_declined', 'generic_decline', 'Your card was declined.'),
  'no-funds': refusal('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
  lost: refusal('card_declined', 'lost_card', 'Your card was declined.'),
  stolen: refusal('card_declined', 'stolen_card', 'Your card was declined.'),
  expired: refusal('expired_card', 'expired_card', 'Your card has expired.'),
  'wrong-code': refusal('incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."),
  'processing-error': refusal(
    'processing_error',
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
};

export function issuerRefusal(behaviour: Behaviour): Refusal | undefined {
  return REFUSALS[behaviour];
}
