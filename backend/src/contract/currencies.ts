import { data } from 'currency-codes';
import type { Money } from './money.js';

/** An amount in currency units, with the decimals of its currency. */
export interface UnitAmount {
  amount: number;
  currency: string;
}

/** Entries for metals, tests and none; https://www.six-group.com/en/products-services/financial-information/data-standards.html */
const isNoMoney = (country: string) => /^zz/i.test(country);
// Intl follows CLDR and the browser's release: it gives HUF and IDR no decimals, IQD none of its three.
const DECIMALS: ReadonlyMap<string, number> = new Map(
  data.filter(({ countries }) => !countries.every(isNoMoney)).map(({ code, digits }) => [code.toLowerCase(), digits]),
);

/** Returns minor units for an amount above 0 of an ISO 4217 currency, with at most its decimals; otherwise null. */
export function parseAmount({ amount, currency }: UnitAmount): Money | null {
  const code = currency.toLowerCase();
  const decimals = DECIMALS.get(code);
  const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(String(amount));
  if (!match || decimals === undefined || (match[2] ?? '').length > decimals) return null;
  const minor = Number(`${match[1]}${(match[2] ?? '').padEnd(decimals, '0')}`);
  return minor > 0 ? { amount: minor, currency: code } : null;
}

export function unitsOf({ amount, currency }: Money): UnitAmount {
  return { amount: amount / 10 ** (DECIMALS.get(currency) ?? 2), currency };
}
