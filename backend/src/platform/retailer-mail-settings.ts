import { createPublicKey } from 'node:crypto';
import type { Check, Text } from './setting-checks.js';

/** How mails of the retailer prove themselves. Empty: no mail proves anything by itself. */
export interface RetailerMailSettings {
  /** what its signatures may name as `d=`, in small letters */
  domains: string[];
  /** TXT records of keys that are known without asking the DNS, by `selector._domainkey.domain` */
  keys: Record<string, string>;
  confirms: Confirmation[];
}

/**
 * What a confirmation of the retailer says, as a whole: `{any}` stands for whatever may stand there, `{number}` for its order number,
 * `{reference}` for our attempt, `{product}` for the product.
 */
export interface Confirmation {
  subject: string;
  text: string;
}

const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const SELECTOR = /^[a-z0-9_](?:[a-z0-9._-]{0,61}[a-z0-9_])?$/i;
/** of a confirmation as a whole: what it confirms, and under which number */
const NEEDED = ['{number}', '{product}'];
const BLANKS = ['{any}', '{number}', '{reference}', '{product}'];
/** bits; RFC 8301 asks for as many */
export const RSA_LEAST = 1_024;
const LONGEST = 4_000;

export function readRetailerMail(text: Text, check: Check): RetailerMailSettings {
  const domains = (text('RETAILER_MAIL_DOMAINS') ?? '').split(',').flatMap((one) => one.trim().toLowerCase() || []);
  check('RETAILER_MAIL_DOMAINS', domains.every(isDomain), 'must be domains, separated by commas');
  const keys = listIn(text('RETAILER_MAIL_KEYS'));
  const records = keys?.map(recordOf) ?? [];
  check(
    'RETAILER_MAIL_KEYS',
    keys !== null && records.every((record) => record !== null),
    'must be a JSON list of {domain, selector, publicKey}, RSA of 1024 bits or more',
  );
  const confirms = listIn(text('RETAILER_CONFIRMS'));
  check(
    'RETAILER_CONFIRMS',
    confirms?.every(isConfirmation) ?? false,
    'must be a JSON list of {subject, text} that hold {number} and {product}; the other blanks are {any} and {reference}',
  );
  const isComplete = (confirms ?? []).length === 0 || domains.length > 0;
  check('RETAILER_MAIL_DOMAINS', isComplete, 'is required with RETAILER_CONFIRMS');
  return {
    domains,
    keys: Object.fromEntries(records.filter((record) => record !== null)),
    confirms: (confirms ?? []).filter(isConfirmation),
  };
}

function isDomain(text: string): boolean {
  return DOMAIN.test(text);
}

function listIn(text: string | null): unknown[] | null {
  if (text === null) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
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

/** As a PEM, as the base64 alone, or as the whole TXT record. */
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
