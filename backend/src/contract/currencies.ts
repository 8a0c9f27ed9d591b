import { money } from './labels.js';
import { decimalsOf, type Money } from './money.js';

/** An amount in currency units, with the decimals of its currency. */
export interface UnitAmount {
  amount: number;
  currency: string;
}

export function unitsOf({ amount, currency }: Money): UnitAmount {
  return { amount: amount / 10 ** decimalsOf(currency), currency };
}

/** '$25.00', of minor units */
export function shownMoney(minor: Money): string {
  const { amount, currency } = unitsOf(minor);
  return money(amount, currency);
}
