import type { PublishedSeal } from './shapes/audit.js';
import type { DropSums } from './shapes/drops.js';

/** Times are ms UTC. */
export interface SlotPromise {
  iss: string;
  orderId: string;
  stream: string;
  revision: number;
  hash: string;
  at: number;
  sealedBy: number;
}

/** ms */
export const SEALED_WITHIN_MS = 24 * 3_600_000;

/** The signed text of a seal; the next seal includes its hash. */
export function sealText({
  number,
  size,
  position,
  root,
  previous,
  at,
  keyId,
}: Omit<PublishedSeal, 'signature'>): string {
  return ['supreme-access seal v1', number, size, position, root, previous, at, keyId].join('\n');
}

/** The signed text of a drop's summary. `stream`: of the event that holds it */
export function summaryText(stream: string, sums: DropSums | null, keyId: string): string {
  return ['supreme-access drop summary v1', stream, JSON.stringify(sums), keyId].join('\n');
}

export type Checked = 'good' | 'bad' | 'unsupported';

/** Ed25519 (RFC 8032) with WebCrypto: Chrome 137, Firefox 129, Safari 17 and newer. */
export async function checkSignature(publicKey: string, text: string, signature: string): Promise<Checked> {
  const named = 'Ed25519';
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey };
    const key = await crypto.subtle.importKey('jwk', jwk, named, false, ['verify']);
    const isGood = await crypto.subtle.verify(named, key, bytesOf(signature), new TextEncoder().encode(text));
    return isGood ? 'good' : 'bad';
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotSupportedError' ? 'unsupported' : 'bad';
  }
}

/** @throws DOMException for invalid base64url */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}
