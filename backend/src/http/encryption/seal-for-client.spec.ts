import { compactDecrypt, decodeProtectedHeader, exportJWK, generateKeyPair, type JWK } from 'jose';
import { encryptForClient, readClientKey } from './seal-for-client.js';

const headerOf = (jwk: unknown): string => Buffer.from(JSON.stringify(jwk)).toString('base64url');

async function browser() {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES+A256KW', { crv: 'P-256', extractable: true });
  return { jwk: await exportJWK(publicKey), privateJwk: await exportJWK(privateKey), privateKey };
}

describe('an answer for one browser', () => {
  it('is read with the private half of the key it sent', async () => {
    const { jwk, privateKey } = await browser();
    const key = await readClientKey(headerOf({ ...jwk, ext: true, key_ops: [] }));
    const jwe = await encryptForClient(key, { profileName: 'Main Profile' });
    expect(decodeProtectedHeader(jwe)).toMatchObject({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM' });
    const { plaintext } = await compactDecrypt(jwe, privateKey);
    expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual({ data: { profileName: 'Main Profile' } });
  });

  it('is not read with another key', async () => {
    const [one, other] = await Promise.all([browser(), browser()]);
    const jwe = await encryptForClient(await readClientKey(headerOf(one.jwk)), {});
    await expect(compactDecrypt(jwe, other.privateKey)).rejects.toThrow();
  });

  it.each<[string, (jwk: JWK, privateJwk: JWK) => unknown]>([
    ['a private key', (_jwk, privateJwk) => headerOf(privateJwk)],
    ['another curve', (jwk) => headerOf({ ...jwk, crv: 'P-384' })],
    ['another type', (jwk) => headerOf({ ...jwk, kty: 'RSA' })],
    ['half a point', ({ y: _, ...jwk }) => headerOf(jwk)],
    ['a point off the curve', (jwk) => headerOf({ ...jwk, y: jwk.x })],
    ['a number for a coordinate', (jwk) => headerOf({ ...jwk, x: 7 })],
    ['plain JSON', (jwk) => JSON.stringify(jwk)],
    ['no JSON', () => 'AAAA'],
    ['null', () => headerOf(null)],
    ['too much', (jwk) => headerOf({ ...jwk, kid: 'x'.repeat(2_000) })],
    ['two headers', (jwk) => [headerOf(jwk), headerOf(jwk)]],
    ['nothing', () => undefined],
  ])('is refused for %s', async (_what, header) => {
    const { jwk, privateJwk } = await browser();
    await expect(readClientKey(header(jwk, privateJwk))).rejects.toMatchObject({
      code: 'client-key-invalid',
      kind: 'invalid',
    });
  });
});
