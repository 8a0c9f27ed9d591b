import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions } from 'node:tls';

export interface TlsFiles {
  certificate: string;
  key: string;
}

/** https://wiki.mozilla.org/Security/Server_Side_TLS, "Intermediate", without DHE */
const CIPHERS = [
  ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
  ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
  ...['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'],
  ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
];

/** @throws Error that names TLS_FILES when a file cannot be read, or the two do not belong together */
export async function tlsOptions({ certificate, key }: TlsFiles): Promise<SecureContextOptions> {
  const [cert, privateKey] = await Promise.all([read(certificate), read(key)]);
  try {
    createSecureContext({ cert, key: privateKey });
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new Error(`TLS_FILES: ${certificate} and ${key} are no certificate with its key: ${why}`);
  }
  return { cert, key: privateKey, minVersion: 'TLSv1.2', ciphers: CIPHERS.join(':'), honorCipherOrder: true };
}

async function read(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new Error(`TLS_FILES: ${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`);
  }
}
