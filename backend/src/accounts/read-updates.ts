import { type Country, DEFAULT_COUNTRY } from '@supreme-access/contract/countries.js';
import { PHONE_MAX } from '@supreme-access/contract/limits.js';
import { mobilePhone } from '@supreme-access/contract/phones.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { isEmail } from 'class-validator';
import { Refused } from '../platform/decider.js';
import type { Details } from './account.js';

const NAME_MAX = 100;
const FIELDS = ['name', 'phone', 'email'] as const;

/** Name, phone and address as they may be changed. `country` says how to read the phone. @throws Refused 'invalid' | 'unknown-field' */
export function readUpdates(
  updates: Record<string, unknown> | null,
  country: Country = DEFAULT_COUNTRY,
): Partial<Details> {
  if (updates === null) throw incomplete();
  const unknown = Object.keys(updates).find((field) => !FIELDS.some((known) => known === field));
  if (unknown) throw new Refused('unknown-field', 'invalid', `Unknown field: ${unknown.slice(0, 60)}.`);
  const { name, phone, email } = updates;
  return {
    ...(name === undefined ? {} : { name: fullName(name) }),
    ...(phone === undefined ? {} : { phone: phoneOf(phone, country) }),
    ...(email === undefined ? {} : { email: emailOf(email) }),
  };
}

/** A mobile number in E.164; '' when none is given. @throws Refused 'invalid' */
export function optionalPhone(phone: string | null | undefined): string {
  return (phone ?? '').trim() === '' ? '' : phoneOf(phone, DEFAULT_COUNTRY);
}

/** First and last name. */
function fullName(value: unknown): string {
  const name = typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : '';
  if (name.length > NAME_MAX || !name.includes(' ') || /\p{Cc}/u.test(name)) throw incomplete();
  return name;
}

function phoneOf(value: unknown, country: Country): string {
  const text = typeof value === 'string' ? value.trim() : '';
  const phone = text.length <= PHONE_MAX.setup ? mobilePhone(text, country) : null;
  if (phone === null) throw incomplete();
  return phone;
}

function emailOf(value: unknown): string {
  const email = typeof value === 'string' ? value.trim() : '';
  if (!isMailable(email)) throw new Refused('invalid', 'invalid', TEXTS.email);
  return email;
}

/** An address mails can be sent to. Quoted names ('"a b"@example.com') are valid and nobody has one; they break mail headers. */
export function isMailable(email: string): boolean {
  return isEmail(email, { blacklisted_chars: '"(),:;<>' });
}

function incomplete(): Refused {
  return new Refused('invalid', 'invalid', TEXTS.form);
}
