/**
 * Smallest amount Stripe charges, in minor units of the currency it is charged in.
 * Source: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 * HUF and JPY: Stripe counts forints with two decimals and yen with none.
 */
const MINIMUM_CHARGE: Readonly<Record<string, number>> = {
  usd: 50,
  aed: 200,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1_500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1_000,
};

/** Stripe's minimum in minor units; undefined for a currency we have no figure for. */
export function minimumCharge(currency: string): number | undefined {
  return Object.hasOwn(MINIMUM_CHARGE, currency.toLowerCase()) ? MINIMUM_CHARGE[currency.toLowerCase()] : undefined;
}

/**
 * Whether Stripe would refuse the amount (minor units) as too small, so that a fee of it is waived instead of charged.
 * @throws RangeError for a currency without a known minimum: guessing would waive or strand money
 */
export function belowMinimum(amount: number, currency: string): boolean {
  const minimum = minimumCharge(currency);
  if (minimum === undefined) throw new RangeError(`no minimum charge known for '${currency}'`);
  return amount < minimum;
}
