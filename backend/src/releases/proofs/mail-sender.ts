import { addressParser } from 'postal-mime';

/** What the mail service found of a sender: each of spf, dkim and dmarc as `{result, domain}` (RFC 8601). */
export type Authentication = Readonly<Record<string, unknown>> | null | undefined;

export interface Sender {
  /** in small letters */
  address: string;
  /** a check passed for the domain of the address itself; what an older service says in two words proves none */
  isAuthenticated: boolean;
}

const METHODS = ['dmarc', 'dkim', 'spf'] as const;

/** The one address a mail comes from; null where it names none, or more than one. */
export function senderOf(from: string, authentication: Authentication): Sender | null {
  const found = addressParser(from, { flatten: true }).map(({ address }) => address ?? '');
  const [address = ''] = found;
  // What stands in a display name is no sender, and two pairs of angle brackets are two of them.
  if (found.length !== 1 || (from.match(/<[^<>]*@[^<>]*>/g) ?? []).length > 1) return null;
  if (!/^[^@\s<>,;"]+@[^@\s<>,;"]+$/.test(address)) return null;
  const known = address.toLowerCase();
  const isAuthenticated = METHODS.some((method) => isPass(authentication?.[method], domainOf(known)));
  return { address: known, isAuthenticated };
}

/** A stated fail, whichever way it is said: whoever wrote the mail, it was not the address it comes from. */
export function isForged(authentication: Authentication): boolean {
  return METHODS.some((method) => /^(hard)?fail$/i.test(resultOf(authentication?.[method])));
}

/** The domain itself, or one above it that speaks for it; a single label speaks for nobody. */
export function isAligned(fromDomain: string, domain: string): boolean {
  const [from, other] = [fromDomain, domain].map((one) => one.trim().toLowerCase().replace(/\.$/, ''));
  if (!from || !other?.includes('.')) return false;
  return from === other || from.endsWith(`.${other}`);
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

function isPass(stated: unknown, fromDomain: string): boolean {
  if (typeof stated !== 'object' || stated === null || !('domain' in stated)) return false;
  return /^pass$/i.test(resultOf(stated)) && isAligned(fromDomain, String(stated.domain));
}

function resultOf(stated: unknown): string {
  if (typeof stated === 'string') return stated.trim();
  const isObject = typeof stated === 'object' && stated !== null && 'result' in stated;
  return isObject ? String(stated.result).trim() : '';
}
