import { createPublicKey } from 'node:crypto';

/** Which signed mails of a retailer prove a purchase. */
export interface MailRules {
  /** lower-case values of the DKIM tag `d=` */
  mailDomains: string[];
  /** known keys; the DNS is asked for others */
  mailKeys: MailKey[];
  confirms: Confirmation[];
}

export interface MailKey {
  domain: string;
  selector: string;
  /** base64 of the SubjectPublicKeyInfo */
  publicKey: string;
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

/** Undefined for what is no such rule; confirmations need a domain. */
export function mailRulesIn({
  mailDomains,
  mailKeys,
  confirms,
}: Record<keyof MailRules, unknown>): MailRules | undefined {
  if (!Array.isArray(mailDomains) || !Array.isArray(mailKeys) || !Array.isArray(confirms)) return undefined;
  const domains = mailDomains.map((one) => String(one).trim().toLowerCase());
  const keys = mailKeys.map(mailKeyIn).filter((key) => key !== null);
  const isFine = domains.every(isDomain) && keys.length === mailKeys.length && confirms.every(isConfirmation);
  if (!isFine || (confirms.length > 0 && domains.length === 0)) return undefined;
  return { mailDomains: domains, mailKeys: keys, confirms };
}

/** The TXT record of a known key, by its name in the DNS. */
export function mailKeyRecords(keys: readonly MailKey[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    keys.map(({ domain, selector, publicKey }) => [
      `${selector}._domainkey.${domain}`.toLowerCase(),
      `v=DKIM1; k=rsa; p=${publicKey}`,
    ]),
  );
}

function isDomain(text: string): boolean {
  return DOMAIN.test(text);
}

function mailKeyIn(key: unknown): MailKey | null {
  if (typeof key !== 'object' || key === null) return null;
  const { domain, selector, publicKey } = key as Record<string, unknown>;
  if (typeof domain !== 'string' || !isDomain(domain.toLowerCase())) return null;
  if (typeof selector !== 'string' || !SELECTOR.test(selector) || typeof publicKey !== 'string') return null;
  const bare = keyIn(publicKey);
  return bare === null ? null : { domain: domain.toLowerCase(), selector: selector.toLowerCase(), publicKey: bare };
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
