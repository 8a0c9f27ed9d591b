import parsePhoneNumber from 'libphonenumber-js/mobile';
import { type Country, DEFAULT_COUNTRY } from './countries.js';
import { PHONE_MAX } from './limits.js';
import { digitsIn, plainText } from './typed-text.js';

export const PHONE_PROBLEMS = {
  invalid: 'Enter a valid mobile number.',
  extension: 'Enter the number without an extension.',
  'too-long': 'This number has too many digits.',
} as const;
export type PhoneProblem = keyof typeof PHONE_PROBLEMS;

const TYPED_MAX = 100;

/** A trunk zero in brackets is national only (ITU-T E.123, 7.2); 0011 is Australia's prefix; tel: is RFC 3966. */
function international(typed: string): string {
  const text = typed
    .replace(/^tel: ?/i, '')
    .replace(/^\( ?(\+|00) ?(\d{1,3}) ?\)/, '+$2 ')
    .replace(/^00(?!11)/, '+');
  return text.startsWith('+') ? text.replace(/\( ?0 ?\)/, '') : text;
}

/** Returns E.164. Load its forms lazily: the 'mobile' metadata of libphonenumber-js adds 34 kB gzipped to a bundle. */
export function readPhone(
  typed: unknown,
  country: Country = DEFAULT_COUNTRY,
  max: number = PHONE_MAX.setup,
): { ok: true; phone: string } | { ok: false; problem: PhoneProblem } {
  if (typeof typed !== 'string' || typed.length > TYPED_MAX) return { ok: false, problem: 'invalid' };
  const text = international(plainText(typed));
  // Without `extract: false` the library takes the first number in a text and drops the rest.
  const phone = parsePhoneNumber(text, { defaultCountry: country, extract: false });
  if (phone?.ext) return { ok: false, problem: 'extension' };
  const isValid = phone?.isValid() ?? false;
  if (digitsIn(phone && isValid ? phone.number : text).length > max) return { ok: false, problem: 'too-long' };
  return phone && isValid ? { ok: true, phone: phone.number } : { ok: false, problem: 'invalid' };
}

export function mobilePhone(typed: unknown, country?: Country, max?: number): string | null {
  const read = readPhone(typed, country, max);
  return read.ok ? read.phone : null;
}
