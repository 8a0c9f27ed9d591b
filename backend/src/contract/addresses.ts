import type { BillingAddress, ProfileAddress } from './api-types.js';
import { COUNTRIES, type Country, DEFAULT_COUNTRY, US_STATES } from './countries.js';
import { LINE_MAX, NAME_MAX, ZIP_MAX } from './limits.js';

type Fields = Readonly<Record<string, unknown>>;

/** The text under the first of these names that has one, trimmed, or ''; undefined when it is no text or too long. */
function text(fields: Fields, names: readonly string[], max: number): string | undefined {
  const value = names.map((name) => fields[name]).find((found) => (found ?? '') !== '');
  if (value === undefined) return '';
  if (typeof value !== 'string' || /\p{Cc}/u.test(value.trim())) return undefined;
  return value.trim().length <= max ? value.trim() : undefined;
}

const squeezed = (value: string): string => value.toUpperCase().replace(/[\s.]/g, '');

/** The code whose code or name this is, in any case. */
function codeOf<Code extends string>(table: Readonly<Record<Code, string>>, value: string): Code | null {
  const wanted = squeezed(value);
  for (const code in table) if (code === wanted || squeezed(table[code]) === wanted) return code;
  return null;
}

export function zipOf(zip: string, country: Country): string | null {
  if (country !== 'US') return zip;
  const match = /^(\d{5})(?:[- ]?(\d{4}))?$/.exec(zip);
  return match ? [match[1], match[2]].filter(Boolean).join('-') : null;
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
  const zipText = text(fields, ['zip', 'postal_code'], ZIP_MAX);
  const countryText = text(fields, ['country'], NAME_MAX);
  if (!line1 || line2 === undefined || !city || !stateText || !zipText || countryText === undefined) return null;
  const country = countryText === '' ? DEFAULT_COUNTRY : codeOf(COUNTRIES, countryText);
  if (!country) return null;
  const state = country === 'US' ? codeOf(US_STATES, stateText) : stateText;
  const zip = zipOf(zipText, country);
  return state && zip ? { line1, ...(line2 && { line2 }), city, state, zip, country } : null;
}

const fieldsOf = (input: unknown): Fields => ({ ...(typeof input === 'object' ? input : null) });

/** A billing address from line1/line2/postal_code or address1/address2/zip; null when something required is missing or wrong. */
export function toBillingAddress(input: unknown): BillingAddress | null {
  const place = placeOf(fieldsOf(input));
  if (!place) return null;
  const { zip, ...rest } = place;
  return { ...rest, postal_code: zip };
}

/** A profile's address from either set of names; null when something required is missing or wrong. */
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

/** A guest's address: outside the United States a state may be missing, there an address is complete with the city. */
export function withState(address: unknown): Fields {
  const fields = fieldsOf(address);
  const isAbroad = typeof fields.country === 'string' && !['', 'US'].includes(fields.country.trim().toUpperCase());
  return isAbroad && (fields.state ?? '') === '' ? { ...fields, state: fields.city } : fields;
}

/** Post office boxes as most of our countries write them; matched on text without accents, in lower case. */
const PO_BOXES: readonly RegExp[] = [
  /\bp\W*o\W*box(?![a-z])/,
  /\bg\.?p\.?o\.?\s*box\b/,
  /\bpost\s*office\s*box\b/,
  /\bp\.?\s*o\.?\s*b\.?\s*(no\.?|#|nr\.?)?\s*\d/,
  /\bpostfach\b/,
  /\b(postbus|postboks|postbox)\s*\d/,
  /\bb\.?\s*p\.?\s*\d/,
  /\bboite\s+postale\b/,
  /\b(apartado|apdo)\b/,
  /\bskr(ytka)?\.?\s+poczt/,
  /^(box|pl)\s*\d+$/,
  /\bcas(ella|elle)\s+postal[ei]\b/,
  /\b(private|locked)\s+bag\b/,
];

/** Whether one of the address lines is a post office box, under either set of names. */
export function isPoBox(address: object): boolean {
  const fields = fieldsOf(address);
  const lines = ['address1', 'address2', 'address3', 'line1', 'line2'].map((name) => fields[name]);
  return lines.some((line) => {
    if (typeof line !== 'string') return false;
    const folded = line.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();
    return PO_BOXES.some((box) => box.test(folded));
  });
}
