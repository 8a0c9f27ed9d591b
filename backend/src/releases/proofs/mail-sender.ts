import { addressParser } from 'postal-mime';

/** The mail service's results for spf, dkim and dmarc as `{result, domain}` (RFC 8601). */
export type Authentication = Readonly<Record<string, unknown>> | null | undefined;

export interface Sender {
  /** lower case */
  address: string;
  /** a check passed for the address's own domain; a result without a domain proves nothing */
  isAuthenticated: boolean;
}

const METHODS = ['dmarc', 'dkim', 'spf'] as const;

/** Null when the mail names no sender or several. */
export function senderOf(from: string, authentication: Authentication): Sender | null {
  const found = addressParser(from, { flatten: true }).map(({ address }) => address ?? '');
  const [address = ''] = found;
  // A display name is no sender, and two pairs of angle brackets are two senders.
  if (found.length !== 1 || (from.match(/<[^<>]*@[^<>]*>/g) ?? []).length > 1) return null;
  if (!/^[^@\s<>,;"]+@[^@\s<>,;"]+$/.test(address)) return null;
  const normalized = address.toLowerCase();
  const isAuthenticated = METHODS.some((method) => isPass(authentication?.[method], domainOf(normalized)));
  return { address: normalized, isAuthenticated };
}

export function isForged(authentication: Authentication): boolean {
  return METHODS.some((method) => /^(hard)?fail$/i.test(resultOf(authentication?.[method])));
}

/** The same domain or a parent of it; a single label never aligns. */
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
