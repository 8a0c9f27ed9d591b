import { sha256 } from '../../platform/ids.js';

/** Signed roots of the log, each of which names the one before: stream `log-seals`. docs/log-format.md says what they prove. */

export interface SealKey {
  /** the beginning of the public key's hash */
  keyId: string;
  /** Ed25519, 32 bytes in base64url */
  publicKey: string;
}
export interface Unsigned {
  /** 1, 2, 3, ... */
  number: number;
  /** events counted, from the first of the log on */
  size: number;
  /** of the last of them */
  position: number;
  /** of the Merkle tree over them */
  root: string;
  /** hash of the seal before; '' of the first */
  previous: string;
  /** ms UTC */
  at: number;
  keyId: string;
}
export interface Seal extends Unsigned {
  signature: string;
}

/** The text that is signed; the next seal names its hash. */
export function textOf({ number, size, position, root, previous, at, keyId }: Unsigned): string {
  return ['supreme-access seal v1', number, size, position, root, previous, at, keyId].join('\n');
}

export function hashOf(seal: Unsigned | null): string {
  return seal === null ? '' : sha256(textOf(seal));
}
