import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect, type SecureVersion } from 'node:tls';
import { readConfig } from '../config/config.js';
import { startServer } from './server.js';

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

describe('a process that speaks TLS itself', () => {
  let directory: string;
  let [certificate, key] = ['', ''];
  const files = () => ({ TLS_FILES: `${certificate},${key}` });
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'tls-'));
    [certificate, key] = [join(directory, 'api.crt'), join(directory, 'api.key')];
    const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key];
    const says = ['-subj', '/CN=api', '-addext', 'subjectAltName=DNS:api', '-days', '2'];
    execFileSync('openssl', ['req', '-x509', ...made, '-out', certificate, ...says], { stdio: 'ignore' });
  });
  afterAll(() => rm(directory, { recursive: true }));

  const config = (more: Record<string, string>) =>
    readConfig({ DATA_DIR: join(directory, 'data'), LOG_LEVEL: 'silent', SEED: 'none', PORT: '0', ...more });

  it('answers who knows its certificate, over TLS 1.2 or newer by ciphers that are recommended, and nobody in the clear', async () => {
    const server = await startServer(config({ ...STRIPE, ...files() }));
    try {
      const { port } = new URL(server.url);
      const ca = await readFile(certificate);
      const at = { host: '127.0.0.1', port: Number(port), ca, servername: 'api' };
      const alive = await new Promise<string>((resolve, reject) =>
        get({ ...at, path: '/healthz' }, (answer) => resolve(text(answer))).on('error', reject),
      );
      expect([server.url, JSON.parse(alive)]).toEqual([`https://127.0.0.1:${port}`, { status: 'ok' }]);
      const spoken = (version: SecureVersion, ciphers?: string) =>
        new Promise<string>((resolve) => {
          const only = { minVersion: version, maxVersion: version, ...(ciphers ? { ciphers } : {}) };
          const socket = connect({ ...at, ...only }, () => {
            resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
            socket.destroy();
          }).on('error', () => resolve('refused'));
        });
      expect(await spoken('TLSv1.3')).toBe('TLSv1.3 TLS_AES_256_GCM_SHA384');
      expect(await spoken('TLSv1.2')).toBe('TLSv1.2 ECDHE-ECDSA-AES256-GCM-SHA384');
      expect(await spoken('TLSv1.2', 'ECDHE-ECDSA-AES128-SHA256:@SECLEVEL=0')).toBe('refused');
      expect(await spoken('TLSv1.1', 'DEFAULT:@SECLEVEL=0')).toBe('refused');
      await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
    } finally {
      await server.stop();
    }
  });

  it('needs both files, and a Stripe of its own: the emulator calls back in the clear', () => {
    expect(() => config({ ...STRIPE, TLS_FILES: 'api.crt' })).toThrow('TLS_FILES must be two files, certificate,key');
    expect(() => config(files())).toThrow('TLS_FILES needs STRIPE_SECRET_KEY');
  });

  it('does not start without what its settings name, and says which', async () => {
    const nowhere = { TLS_FILES: `${certificate},${join(directory, 'nowhere.key')}` };
    await expect(startServer(config({ ...STRIPE, ...nowhere }))).rejects.toThrow(
      /^TLS_FILES: .*nowhere.key cannot be read: ENOENT/,
    );
    await writeFile(join(directory, 'bad.key'), 'no key');
    const bad = { TLS_FILES: `${certificate},${join(directory, 'bad.key')}` };
    await expect(startServer(config({ ...STRIPE, ...bad }))).rejects.toThrow(
      /^TLS_FILES: .*bad.key are no certificate with its key: ERR_/,
    );
  });
});
