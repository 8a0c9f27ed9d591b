import { data } from 'currency-codes';
import type { UnitAmount } from './currencies.js';
import { decimalsOf, type Money } from './money.js';

/** Entries for metals, tests and none; https://www.six-group.com/en/products-services/financial-information/data-standards.html */
const isNoMoney = (country: string) => /^zz/i.test(country);
/** Units of account between banks: ISO 4217 gives them no decimals, and nobody pays in them. */
const UNITS_OF_ACCOUNT = ['XDR', 'XSU', 'XUA'];
const CODES: ReadonlySet<string> = new Set(
  data
    .filter(({ code, countries }) => !countries.every(isNoMoney) && !UNITS_OF_ACCOUNT.includes(code))
    .map(({ code }) => code.toLowerCase()),
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
