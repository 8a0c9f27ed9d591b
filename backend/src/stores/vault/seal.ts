import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
let ivs = Buffer.alloc(0);

/** Unique random bytes in batches: one call costs as much as sealing. */
function nextIv(): Buffer {
  if (ivs.length < IV_BYTES) ivs = randomBytes(IV_BYTES * 1_000);
  const iv = ivs.subarray(0, IV_BYTES);
  ivs = ivs.subarray(IV_BYTES);
  return iv;
}

/** base64url of iv (12 bytes), tag (16 bytes), ciphertext */
export function seal(key: Buffer, boundTo: string, value: unknown): string {
  return sealText(key, boundTo, JSON.stringify(value)).toString('base64url');
}

export function unseal(key: Buffer, boundTo: string, text: string): unknown {
  return JSON.parse(unsealText(key, boundTo, Buffer.from(text, 'base64url')));
}

export function sealText(key: Buffer, boundTo: string, text: string): Buffer {
  const iv = nextIv();
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(boundTo));
  const sealed = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]);
}

export function unsealText(key: Buffer, boundTo: string, bytes: Uint8Array): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
}
