/** @jest-environment node */

import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { sealText, summaryText } from '@supreme-access/contract/seals.js';
import type { SealsFile } from '@supreme-access/contract/shapes/audit.js';
import type { DropSums } from '@supreme-access/contract/shapes/drops.js';
import { checkSums } from './check-proof.js';

const AT = Date.UTC(2026, 2, 6, 11);
const SUMS: DropSums = {
  stock: 40,
  held: 38,
  releaseAt: AT,
  firstAttempt: 12,
  lastAttempt: 840,
  bought: { least: 38, most: 38 },
  missed: [],
  steps: [{ at: AT, held: 38 }],
};
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const x = String(publicKey.export({ format: 'jwk' }).x);
const hashed = (...parts: (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const keyId = hashed(Buffer.from(x, 'base64url')).toString('base64url').slice(0, 16);
const signature = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url');

/** A log of one event, and the seal that counts it. */
function proven(stream: string, type = 'DropSummarised') {
  const data = { sums: SUMS, keyId, signature: signature(summaryText(stream, SUMS, keyId)) };
  const metadata = { recordedAt: AT };
  const hash = hashed(JSON.stringify([stream, 0, 'e-1', type, data, metadata])).toString('base64url');
  const event = { position: 1, stream, revision: 0, id: 'e-1', type, data, metadata: { ...metadata, hash } };
  const root = hashed(Buffer.from([0]), Buffer.from(hash, 'base64url')).toString('base64url');
  const unsigned = { number: 1, size: 1, position: 1, root, previous: '', at: AT, keyId };
  const seal = { ...unsigned, signature: signature(sealText(unsigned)) };
  const keys = [{ keyId, publicKey: x }];
  const inclusion = { index: 0, size: 1, path: [] };
  const proof = { format: 'supreme-access-proof/1', kind: 'drop-summary', event, previous: '', inclusion, seal, keys };
  return { proof, file: { keys, seals: [seal], before: null } satisfies SealsFile };
}

describe('the proof of the sums on a page', () => {
  const shown = { productId: 'hoodie', sums: SUMS };

  it('is valid where a published seal counts these sums', async () => {
    const { proof, file } = proven('drop-hoodie');
    expect((await checkSums(proof, file, shown)).map(({ outcome }) => outcome)).toEqual(['Valid', 'Valid']);
  });

  it.each([
    ['of other sums than those on the page', proven('drop-hoodie'), { ...shown, sums: { ...SUMS, stock: 41 } }],
    ['of sums where the page shows none', proven('drop-hoodie'), { ...shown, sums: null }],
    ['of another drop', proven('drop-cap'), shown],
    ['of another event', proven('drop-hoodie', 'ProductCreated'), shown],
  ])('is invalid where it is %s', async (_what, { proof, file }, page) => {
    expect(await checkSums(proof, file, page)).toEqual([
      { outcome: 'Invalid', text: 'This proof is of other sums than those on this page.' },
    ]);
  });
});
