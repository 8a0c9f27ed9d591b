/** @jest-environment node */

import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { jest } from '@jest/globals';
import { SEALED_WITHIN_MS, sealText } from '@supreme-access/contract/seals.js';
import type { InclusionProof, PublishedSeal, SealsFile } from '@supreme-access/contract/shapes/audit.js';
import { checkReceipt } from './check-receipt.js';

const AT = Date.UTC(2026, 2, 6, 11);
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const x = String(publicKey.export({ format: 'jwk' }).x);
const hashed = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const key = { keyId: hashed(Buffer.from(x, 'base64url')).toString('base64url').slice(0, 16), publicKey: x };
const signature = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url');
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const hash = hashed(Buffer.from('the slot')).toString('base64url');
const leaf = hashed(Buffer.from([0]), Buffer.from(hash, 'base64url'));
const beside = hashed(Buffer.from('its neighbour'));
const root = hashed(Buffer.from([1]), leaf, beside).toString('base64url');

function receiptWith(changes: object = {}, kid = key.keyId): string {
  const promise = {
    iss: 'https://shop.example',
    orderId: 'order-1',
    stream: 'product-hoodie',
    revision: 3,
    hash,
    at: AT,
  };
  const head = encoded({ alg: 'EdDSA', kid, typ: 'slot-receipt+jwt' });
  const text = `${head}.${encoded({ ...promise, sealedBy: AT + SEALED_WITHIN_MS, ...changes })}`;
  return `${text}.${signature(text)}`;
}
function sealWith(changes: Partial<PublishedSeal> = {}): PublishedSeal {
  const seal = { number: 4, size: 2, position: 2, root, previous: '', at: AT, keyId: key.keyId, ...changes };
  return { ...seal, signature: signature(sealText(seal)) };
}
const seal = sealWith();
const proof: InclusionProof = { index: 0, size: 2, path: [beside.toString('base64url')], seal };
const published = async (): Promise<SealsFile> => ({ keys: [key], seals: [seal], before: null });
const verdict = async (pasted: string, file = published, now = AT) =>
  (await checkReceipt(pasted, file, now)).lines.map(({ outcome, text }) => `${outcome}: ${text}`);
const both = (receipt: string, given: InclusionProof = proof) => JSON.stringify({ receipt, proof: given });

describe('a pasted slot receipt', () => {
  it('is valid by its signature and unproven until it has its proof', async () => {
    const [signed, promised] = await verdict(receiptWith());
    expect(signed).toBe('Valid: We signed this receipt, and it is unchanged.');
    expect(promised).toMatch(/^Pending: Not sealed yet\. Within a day/);
    expect((await verdict(receiptWith(), published, AT + SEALED_WITHIN_MS))[1]).toMatch(
      /^Pending: The proof must exist by now\./,
    );
  });

  it('is valid with the proof that leads to a published seal', async () => {
    expect(await verdict(both(receiptWith()))).toEqual([
      'Valid: We signed this receipt, and it is unchanged.',
      'Valid: Seal 4 of Fri, 06 Mar 2026 11:00:00 GMT includes this slot, one of 2 entries in our log.',
    ]);
  });

  it.each<[string, string, RegExp]>([
    ['nothing of the kind', 'hello', /^Invalid: This is not a slot receipt/],
    ['without an order', receiptWith({ orderId: {} }), /^Invalid: This is not a slot receipt/],
    ['of a time that there is not', receiptWith({ at: 9e15 }), /^Invalid: This is not a slot receipt/],
    [
      'with a proof that is none',
      JSON.stringify({ receipt: receiptWith(), proof: {} }),
      /^Invalid: This is not a proof/,
    ],
    ['cut in half', receiptWith().slice(0, 200), /^Invalid: This is not a slot receipt/],
    [
      'signed with a key that is not ours',
      receiptWith({}, 'another'),
      /^Invalid: This does not hold: its key another is not known/,
    ],
    [
      'changed',
      receiptWith().replace(/\.[^.]+\./, `.${encoded({ orderId: 'order-2', hash, at: 1, sealedBy: 2 })}.`),
      /^Invalid: This does not hold: its signature is not of key/,
    ],
  ])('is invalid where it is %s', async (_what, pasted, expected) => {
    expect((await verdict(pasted))[0]).toMatch(expected);
  });

  it.each<[string, InclusionProof, RegExp]>([
    [
      'of a seal that was not published',
      { ...proof, seal: sealWith({ size: 3 }) },
      /^Invalid: This does not hold: seal 4 in it is another than the one/,
    ],
    ['of another slot', { ...proof, index: 1 }, /^Invalid: This does not hold: seal 4 does not count this slot/],
    [
      'with a hash too many',
      { ...proof, path: [...proof.path, ...proof.path] },
      /^Invalid: This does not hold: seal 4 does not count/,
    ],
    ['with a hash that is none', { ...proof, path: ['?'] }, /^Invalid: This does not hold: seal 4 does not count/],
  ])('is invalid with a proof %s', async (_what, given, expected) => {
    expect((await verdict(both(receiptWith(), given)))[1]).toMatch(expected);
  });

  it('is invalid with a proof of a seal that is not among those published', async () => {
    const without = async () => ({ ...(await published()), seals: [] });
    expect((await verdict(both(receiptWith()), without))[1]).toBe('Invalid: Seal 4 is not one that we published.');
  });

  it('reports seals that cannot be read', async () => {
    const away = async () => Promise.reject(new Error('offline'));
    expect(await verdict(receiptWith(), away)).toEqual([
      expect.stringMatching(/^Pending: We cannot load the published keys/),
    ]);
  });

  it('reports a browser that cannot verify such signatures', async () => {
    const refused = new DOMException('no', 'NotSupportedError');
    const importKey = jest.spyOn(crypto.subtle, 'importKey').mockRejectedValue(refused);
    expect((await verdict(receiptWith()))[0]).toMatch(
      /^Pending: This browser cannot check .*Chrome 137, Firefox 129, Safari 17/,
    );
    importKey.mockRestore();
  });
});
