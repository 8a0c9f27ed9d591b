import { createPublicKey } from 'node:crypto';
import type { Setting } from './setting-checks.js';

export interface RetailerMailSettings {
  /** lower-case values of the DKIM tag `d=` */
  domains: string[];
  keys: Record<string, string>;
  confirms: Confirmation[];
}

/** Templates of a whole mail; `{any}` matches any text, `{reference}` our checkout attempt. */
export interface Confirmation {
  subject: string;
  text: string;
}

const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const SELECTOR = /^[a-z0-9_](?:[a-z0-9._-]{0,61}[a-z0-9_])?$/i;
const NEEDED = ['{number}', '{product}'];
const BLANKS = ['{any}', '{number}', '{reference}', '{product}'];
/** bits, the minimum of RFC 8301 */
export const RSA_LEAST = 1_024;
const LONGEST = 4_000;

export const readRetailerMail: Omit<Setting<RetailerMailSettings>, 'says'> = {
  initial: '',
  none: { domains: [], keys: {}, confirms: [] },
  wanted:
    'must be JSON {domains, keys: [{domain, selector, publicKey}], confirms: [{subject, text}]}: RSA keys of 1024 bits or more; ' +
    'confirms, which want domains, hold {number} and {product}, and may hold {any} and {reference}',
  read: (text) => settingsIn(text),
};

function settingsIn(text: string): RetailerMailSettings | undefined {
  const { domains = [], keys = [], confirms = [], ...others } = objectIn(text) ?? { wrong: true };
  if (Object.keys(others).length > 0 || ![domains, keys, confirms].every(Array.isArray)) return undefined;
  const names = (domains as unknown[]).map((one) => String(one).trim().toLowerCase());
  const records = (keys as unknown[]).map(recordOf);
  const valid = (confirms as unknown[]).filter(isConfirmation);
  const isFine = names.every(isDomain) && !records.includes(null) && valid.length === (confirms as unknown[]).length;
  if (!isFine || (valid.length > 0 && names.length === 0)) return undefined;
  return { domains: names, keys: Object.fromEntries(records.filter((record) => record !== null)), confirms: valid };
}

function isDomain(text: string): boolean {
  return DOMAIN.test(text);
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function recordOf(key: unknown): [name: string, record: string] | null {
  if (typeof key !== 'object' || key === null) return null;
  const { domain, selector, publicKey } = key as Record<string, unknown>;
  if (typeof domain !== 'string' || !isDomain(domain.toLowerCase())) return null;
  if (typeof selector !== 'string' || !SELECTOR.test(selector) || typeof publicKey !== 'string') return null;
  const bare = keyIn(publicKey);
  return bare === null ? null : [`${selector}._domainkey.${domain}`.toLowerCase(), `v=DKIM1; k=rsa; p=${bare}`];
}

function keyIn(publicKey: string): string | null {
  const [, inRecord] = /(?:^|;)\s*p=([^;]*)/.exec(publicKey) ?? [];
  const bare = (inRecord ?? publicKey.replace(/-----(?:BEGIN|END) PUBLIC KEY-----/g, '')).replace(/\s+/g, '');
  try {
    const key = createPublicKey({ key: Buffer.from(bare, 'base64'), format: 'der', type: 'spki' });
    const isLong = (key.asymmetricKeyDetails?.modulusLength ?? 0) >= RSA_LEAST;
    return key.asymmetricKeyType === 'rsa' && isLong ? bare : null;
  } catch {
    return null;
  }
}

function isConfirmation(value: unknown): value is Confirmation {
  if (typeof value !== 'object' || value === null) return false;
  const { subject, text, ...others } = value as Record<string, unknown>;
  if (typeof subject !== 'string' || typeof text !== 'string' || Object.keys(others).length > 0) return false;
  const both = [subject, text];
  const isWritten = both.every((one) => one.length <= LONGEST && one.replaceAll('{any}', '').trim() !== '');
  const blanks = both.flatMap((one) => one.match(/\{[^{}]*\}/g) ?? []);
  return (
    isWritten && NEEDED.every((blank) => blanks.includes(blank)) && blanks.every((blank) => BLANKS.includes(blank))
  );
}
