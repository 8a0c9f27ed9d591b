/** minor units (HUF: 2 decimals, JPY: 0): https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
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

/** Minor units; undefined for an unknown currency. */
export function minimumCharge(currency: string): number | undefined {
  return Object.hasOwn(MINIMUM_CHARGE, currency.toLowerCase()) ? MINIMUM_CHARGE[currency.toLowerCase()] : undefined;
}

/** Whether Stripe refuses the amount (minor units) as too small. @throws RangeError for an unknown currency */
export function belowMinimum(amount: number, currency: string): boolean {
  const minimum = minimumCharge(currency);
  if (minimum === undefined) throw new RangeError(`no minimum charge known for '${currency}'`);
  return amount < minimum;
}
