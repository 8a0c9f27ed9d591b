import Stripe from 'stripe';
import { isMethodRefused, refusalCode, stripeError, unknown } from './stripe-errors.js';

const { errors } = Stripe;
const raw = (more: object = {}) => ({ message: 'what Stripe says', ...more }) as never;

describe('an error of a call to Stripe', () => {
  it.each([
    ['the connection broke', new errors.StripeConnectionError(raw())],
    ['Stripe has trouble', new errors.StripeAPIError(raw({ statusCode: 500 }))],
    ['Stripe has trouble and names a code', new errors.StripeAPIError(raw({ code: 'card_declined' }))],
    ['Stripe has enough', new errors.StripeRateLimitError(raw({ code: 'rate_limit' }))],
    ['our key is wrong', new errors.StripeAuthenticationError(raw())],
    ['our key may not', new errors.StripePermissionError(raw())],
    ['our key of a request is in use', new errors.StripeIdempotencyError(raw({ code: 'idempotency_key_in_use' }))],
  ])('holds nothing of the card: %s', (_, error) => {
    expect(refusalCode(stripeError(error))).toBe('unknown');
    expect(isMethodRefused(error)).toBe(false);
    expect(unknown(error).kind).toBe('unknown');
  });

  it.each([
    ['a bank said no', new errors.StripeCardError(raw({ code: 'card_declined' })), 'card_declined'],
    ['a bank said no without a code', new errors.StripeCardError(raw()), 'refused'],
    [
      'Stripe knows no such token',
      new errors.StripeInvalidRequestError(raw({ code: 'resource_missing' })),
      'resource_missing',
    ],
    ['Stripe takes no such request', new errors.StripeInvalidRequestError(raw()), 'refused'],
  ])('is definite when %s', (_, error, code) => {
    expect(refusalCode(stripeError(error))).toBe(code);
  });

  it('distinguishes an unusable card from a wrong request', () => {
    const invalid = (more: object) => new errors.StripeInvalidRequestError(raw(more));
    expect(isMethodRefused(invalid({}))).toBe(true);
    expect(isMethodRefused(invalid({ code: 'resource_missing', param: 'payment_method' }))).toBe(true);
    expect(isMethodRefused(invalid({ code: 'amount_too_small', param: 'amount' }))).toBe(false);
  });

  it('of another kind is a bug and is rethrown', () => {
    const bug = new TypeError('x is not a function');
    expect(() => stripeError(bug)).toThrow(bug);
  });
});
