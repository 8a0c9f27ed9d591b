import { readFile } from 'node:fs/promises';
import type { SecureContextOptions } from 'node:tls';
import type { Check, Text } from './setting-checks.js';

/** PEM files of the certificate that this process shows, and of its key. */
export interface TlsFiles {
  certificate: string;
  key: string;
}

/** Both files or neither; they are read when the server is made. */
export function readTlsFiles(text: Text, check: Check): TlsFiles | null {
  const [certificate, key] = [text('TLS_CERT_FILE'), text('TLS_KEY_FILE')];
  check('TLS_CERT_FILE', certificate !== null || key === null, 'is required with TLS_KEY_FILE');
  check('TLS_KEY_FILE', key !== null || certificate === null, 'is required with TLS_CERT_FILE');
  if (certificate === null || key === null) return null;
  const hasStripe = text('STRIPE_SECRET_KEY') !== null;
  check('TLS_CERT_FILE', hasStripe, 'needs STRIPE_SECRET_KEY: the emulator of payments calls back in the clear');
  return { certificate, key };
}

/** Forward secrecy and authenticated encryption alone: https://wiki.mozilla.org/Security/Server_Side_TLS, "Intermediate", without DHE. */
const CIPHERS = [
  ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
  ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
  ...['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'],
  ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
];

/** What a server over TLS is made with. @throws Error that names the setting whose file cannot be read */
export async function tlsOptions({ certificate, key }: TlsFiles): Promise<SecureContextOptions> {
  const [cert, privateKey] = await Promise.all([read('TLS_CERT_FILE', certificate), read('TLS_KEY_FILE', key)]);
  return { cert, key: privateKey, minVersion: 'TLSv1.2', ciphers: CIPHERS.join(':'), honorCipherOrder: true };
}

async function read(setting: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new Error(`${setting} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`);
  }
}
