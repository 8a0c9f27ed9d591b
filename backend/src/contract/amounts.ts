import { data } from 'currency-codes';
import type { UnitAmount } from './currencies.js';
import { decimalsOf, type Money } from './money.js';

/** Entries for metals, tests and none; https://www.six-group.com/en/products-services/financial-information/data-standards.html */
const isNoMoney = (country: string) => /^zz/i.test(country);
const CODES: ReadonlySet<string> = new Set(
  data.filter(({ countries }) => !countries.every(isNoMoney)).map(({ code }) => code.toLowerCase()),
);

/** Returns minor units for an amount above 0 of an ISO 4217 currency, with at most its decimals; otherwise null. */
export function parseAmount({ amount, currency }: UnitAmount): Money | null {
  const code = currency.toLowerCase();
  const decimals = decimalsOf(code);
  const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(String(amount));
  if (!match || !CODES.has(code) || (match[2] ?? '').length > decimals) return null;
  const minor = Number(`${match[1]}${(match[2] ?? '').padEnd(decimals, '0')}`);
  return minor > 0 ? { amount: minor, currency: code } : null;
}
