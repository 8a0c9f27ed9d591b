import { decimalsOf, type Money } from '@supreme-access/contract/money.js';

/** Where Stripe counts with other decimals than ISO 4217: https://docs.stripe.com/currencies#zero-decimal and #special-cases */
const DECIMALS: Readonly<Record<string, number>> = { isk: 2, mga: 0, ugx: 2 };

function unitsAtStripe(currency: string): number {
  return 10 ** ((DECIMALS[currency] ?? decimalsOf(currency)) - decimalsOf(currency));
}

/** Of minor units by ISO 4217; a rest that Stripe cannot count is left out, so that no limit is exceeded. */
export function atStripe({ amount, currency }: Money): number {
  return Math.floor(amount * unitsAtStripe(currency));
}

export function fromStripe({ amount, currency }: Money): number {
  return Math.ceil(amount / unitsAtStripe(currency));
}
