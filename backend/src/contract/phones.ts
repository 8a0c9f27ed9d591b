import parsePhoneNumber from 'libphonenumber-js/mobile';
import { type Country, DEFAULT_COUNTRY } from './countries.js';
import { PHONE_MAX } from './limits.js';
import { digitsIn, plainText } from './typed-text.js';

/** What is wrong with a phone number, as its owner reads it. */
export const PHONE_PROBLEMS = {
  invalid: 'Enter a valid mobile number.',
  extension: 'Enter the number without an extension.',
  'too-long': 'This number has too many digits.',
} as const;
export type PhoneProblem = keyof typeof PHONE_PROBLEMS;

/** characters of a field, however it was typed */
const TYPED_MAX = 100;

/**
 * A trunk zero in brackets is dialled at home alone (ITU-T E.123, 7.2), and 00 abroad is the plus. 0011 is Australia's own prefix. The
 * code of a country may stand in brackets, and a copied link begins with its scheme (RFC 3966).
 */
function international(typed: string): string {
  const text = typed
    .replace(/^tel: ?/i, '')
    .replace(/^\( ?(\+|00) ?(\d{1,3}) ?\)/, '+$2 ')
    .replace(/^00(?!11)/, '+');
  return text.startsWith('+') ? text.replace(/\( ?0 ?\)/, '') : text;
}

/**
 * A mobile number in E.164, as people write it. `country` says how to read a number without a country code; numbers that carry one
 * may be of any country. `max`: digits that are left once its formatting is taken off.
 *
 * The 'mobile' metadata knows only the numbers that can be mobile, so there valid means MOBILE or FIXED_LINE_OR_MOBILE:
 * no difference from 'max' over 222,000 random numbers of all our countries (libphonenumber-js 1.13.16).
 * It weighs 34 kB gzipped in a bundle ('max' 49 kB): load the forms that use it lazily.
 */
export function readPhone(
  typed: unknown,
  country: Country = DEFAULT_COUNTRY,
  max: number = PHONE_MAX.setup,
): { ok: true; phone: string } | { ok: false; problem: PhoneProblem } {
  if (typeof typed !== 'string' || typed.length > TYPED_MAX) return { ok: false, problem: 'invalid' };
  const text = international(plainText(typed));
  // Without `extract: false` the library takes the first number of a text and drops the rest.
  const phone = parsePhoneNumber(text, { defaultCountry: country, extract: false });
  if (phone?.ext) return { ok: false, problem: 'extension' };
  const isValid = phone?.isValid() ?? false;
  // What is dialled before a country code is formatting too.
  if (digitsIn(phone && isValid ? phone.number : text).length > max) return { ok: false, problem: 'too-long' };
  return phone && isValid ? { ok: true, phone: phone.number } : { ok: false, problem: 'invalid' };
}

/** The same for who only asks whether it is one. */
export function mobilePhone(typed: unknown, country?: Country, max?: number): string | null {
  const read = readPhone(typed, country, max);
  return read.ok ? read.phone : null;
}
