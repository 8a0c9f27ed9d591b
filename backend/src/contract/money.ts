/** `amount` is an integer in minor units (cents); the API shows prices in units with two decimals. */
export interface Money {
  amount: number;
  /** ISO 4217 in lower case, as Stripe writes it */
  currency: string;
}

/** Where ISO 4217 gives a currency other than two. Intl follows CLDR, which gives HUF and IDR none, and IQD none of its three. */
const OTHER_DECIMALS: Readonly<Record<number, string>> = {
  0: 'bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf',
  3: 'bhd iqd jod kwd lyd omr tnd',
  4: 'clf uyw',
};
const DECIMALS: ReadonlyMap<string, number> = new Map(
  Object.entries(OTHER_DECIMALS).flatMap(([decimals, codes]) =>
    codes.split(' ').map((code) => [code, Number(decimals)]),
  ),
);

export function decimalsOf(currency: string): number {
  return DECIMALS.get(currency.toLowerCase()) ?? 2;
}

const PRICE_MAX = 1_000_000 * 100;
const PERCENT_MAX = 100 * 100;

/** Parses digits into hundredths, because 0.29 * 100 is not 29 in floating point. */
function hundredths(value: unknown): number | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null;
}

/** Returns cents for a price of 0 to 1,000,000 with at most two decimals, or null. */
export function parsePrice(value: unknown): number | null {
  const cents = hundredths(value);
  return cents !== null && cents <= PRICE_MAX ? cents : null;
}

/** Returns a percentage above 0 and at most 100 with at most two decimals, or null. */
export function parsePercent(value: unknown): number | null {
  const points = hundredths(value);
  return points !== null && points > 0 && points <= PERCENT_MAX ? points / 100 : null;
}

export function priceOf(cents: number): number {
  return cents / 100;
}

/** Returns the discount in cents; ties round to even. @throws RangeError for values that the parsers refuse */
export function discount(cents: number, percent: number): number {
  const points = hundredths(percent);
  if (!Number.isSafeInteger(cents) || cents < 0 || cents > PRICE_MAX || points === null || points > PERCENT_MAX) {
    throw new RangeError(`${percent} % of ${cents} cents`);
  }
  // At most 10^12, exact in a double.
  const product = cents * points;
  const rest = product % PERCENT_MAX;
  const down = (product - rest) / PERCENT_MAX;
  const up = rest * 2 > PERCENT_MAX || (rest * 2 === PERCENT_MAX && down % 2 === 1);
  return up ? down + 1 : down;
}

/** Minor units; rounded up. */
export function withQuarter(amount: number): number {
  return Math.ceil((amount * 5) / 4);
}

/** For display only; the server computes what is charged. */
export function discounted(price: number, percent: number): number {
  const cents = Math.round(price * 100);
  return priceOf(cents - discount(cents, percent));
}
