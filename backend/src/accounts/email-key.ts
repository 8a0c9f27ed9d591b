import { createHmac } from 'node:crypto';

/**
 * Names the stream of an e-mail address without showing it: HMAC-SHA256 (base64url) of the lower-cased address, so that
 * 'Ada@Example.com' is 'ada@example.com'. The secret never changes, or every address would be free again.
 */
export function emailKey(secret: string, address: string): string {
  return createHmac('sha256', secret).update(address.trim().normalize('NFC').toLowerCase()).digest('base64url');
}
