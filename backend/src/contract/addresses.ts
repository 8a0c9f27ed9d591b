import { formatAddress } from 'localized-address-format';
import { COUNTRIES, type Country, DEFAULT_COUNTRY, US_STATES } from './countries.js';
import { LINE_MAX, NAME_MAX } from './limits.js';
import type { BillingAddress, ProfileAddress } from './shapes/people.js';
import { zipOf } from './zips.js';

type Fields = Readonly<Record<string, unknown>>;

function text(fields: Fields, names: readonly string[], max: number): string | undefined {
  const value = names.map((name) => fields[name]).find((found) => (found ?? '') !== '');
  if (value === undefined) return '';
  if (typeof value !== 'string' || /\p{Cc}/u.test(value.trim())) return undefined;
  return value.trim().length <= max ? value.trim() : undefined;
}

const squeezed = (value: string): string => value.toUpperCase().replace(/[\s.]/g, '');

function codeOf<Code extends string>(table: Readonly<Record<Code, string>>, value: string): Code | null {
  const wanted = squeezed(value);
  for (const code in table) if (code === wanted || squeezed(table[code]) === wanted) return code;
  return null;
}

const ZIP_TYPED_MAX = 40;

export function hasState(country: Country): boolean {
  const marked = formatAddress({ postalCountry: country, administrativeArea: MARK });
  return marked.some((line) => line.includes(MARK));
}
const MARK = 'x';

/** Returns '' if there is no state. Old addresses of countries without states repeat the city there. */
export function stateShown({ state, city, country }: Pick<Place, 'state' | 'city'> & { country: string }): string {
  const isCopy = state === city && country in COUNTRIES && !hasState(country as Country);
  return isCopy ? '' : state;
}

interface Place {
  line1: string;
  line2?: string;
  city: string;
  state: string;
  zip: string;
  country: Country;
}

function placeOf(fields: Fields): Place | null {
  const line1 = text(fields, ['address1', 'line1'], LINE_MAX);
  const line2 = text(fields, ['address2', 'line2'], LINE_MAX);
  const city = text(fields, ['city'], NAME_MAX);
  const stateText = text(fields, ['state'], NAME_MAX);
  const zipText = text(fields, ['zip', 'postal_code'], ZIP_TYPED_MAX);
  const countryText = text(fields, ['country'], NAME_MAX);
  if (!line1 || line2 === undefined || !city || stateText === undefined || !zipText || countryText === undefined)
    return null;
  const country = countryText === '' ? DEFAULT_COUNTRY : codeOf(COUNTRIES, countryText);
  if (!country) return null;
  const state = country === 'US' ? codeOf(US_STATES, stateText) : stateText;
  const zip = zipOf(zipText, country);
  if (state === null || (state === '' && hasState(country))) return null;
  return zip ? { line1, ...(line2 && { line2 }), city, state, zip, country } : null;
}

const fieldsOf = (input: unknown): Fields => ({ ...(typeof input === 'object' ? input : null) });

/** Accepts line1/line2/postal_code or address1/address2/zip; returns null if a required field is missing or invalid. */
export function toBillingAddress(input: unknown): BillingAddress | null {
  const place = placeOf(fieldsOf(input));
  if (!place) return null;
  const { zip, ...rest } = place;
  return { ...rest, postal_code: zip };
}

/** Accepts either set of names; returns null if a required field is missing or invalid. */
export function toProfileAddress(input: unknown): ProfileAddress | null {
  const fields = fieldsOf(input);
  const place = placeOf(fields);
  const firstName = text(fields, ['firstName'], NAME_MAX);
  const lastName = text(fields, ['lastName'], NAME_MAX);
  const address3 = text(fields, ['address3'], LINE_MAX);
  if (!place || !firstName || !lastName || address3 === undefined) return null;
  const { line1, line2, ...rest } = place;
  return {
    firstName,
    lastName,
    address1: line1,
    ...(line2 && { address2: line2 }),
    ...(address3 && { address3 }),
    ...rest,
  };
}
