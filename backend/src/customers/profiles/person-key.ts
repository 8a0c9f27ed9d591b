import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { foldCharacters } from '../../stores/read-models/fold-characters.js';
import { normalizedStreet } from './address-normalization.js';

export interface Person {
  cardDigits: string;
  address1: string;
  zip: string;
  country: string;
}

/** JSON separates fields and purposes, so different lists never form the same message. */
function hmac(secret: string | Buffer | KeyObject, ...texts: string[]): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify(texts)).digest();
}

/** Ignores case, letter width, blanks and punctuation: '12 Main St.' equals '12 MAIN ST'. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\s\p{P}\p{S}\p{Cf}]+/gu, '');
}

/** HMAC-SHA256 (base64url), equal for every account, profile and spelling. Events hold it only sealed. */
export function personKey(secret: string | Buffer, { cardDigits, address1, zip, country }: Person): string {
  const code = folded(foldCharacters(zip));
  const area = folded(country) === 'us' ? code.slice(0, 5) : code;
  const fields = [folded(cardDigits), normalizedStreet(address1, country), area, folded(country)];
  return hmac(secret, 'person', ...fields).toString('base64url');
}

export type PersonHash = (productId: string, key: string) => string;

/** Without the secret, hashes of one person on two products cannot be linked. Keys are cached per product. */
export function personHashes(secret: string | Buffer): PersonHash {
  const keys = new LRUCache<string, KeyObject>({ max: 1_000 });
  const make = (productId: string) => {
    const key = createSecretKey(hmac(secret, 'person-on-product', productId));
    keys.set(productId, key);
    return key;
  };
  return (productId, key) => hmac(keys.get(productId) ?? make(productId), key).toString('base64url');
}

export function cardFingerprint(secret: string | Buffer, digits: string): string {
  return hmac(secret, 'card', folded(digits)).toString('base64url');
}
