/** @jest-environment node */
import { jest } from '@jest/globals';
import { EncryptJWT, exportJWK, generateKeyPair, importJWK, jwtDecrypt } from 'jose';

const ALG = 'ECDH-ES+A256KW';
const NOW = Date.UTC(2026, 2, 6, 11, 0, 3, 456);
const stored = new Map<string, string>();
const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
const value = { getItem: (name: string) => stored.get(name) ?? null };
Object.defineProperty(globalThis, 'localStorage', { value, configurable: true });

const server = await generateKeyPair(ALG, { crv: 'P-256' });
const jwk = { ...(await exportJWK(server.publicKey)), kid: 'today', use: 'enc' };
jest
  .spyOn(globalThis, 'fetch')
  .mockImplementation(async () => Response.json({ keys: [jwk, { kid: 'old' }], now: NOW }));

const { encryptFor, pageKey } = await import('./jwe.js');

afterAll(() => {
  jest.restoreAllMocks();
  if (before) Object.defineProperty(globalThis, 'localStorage', before);
  else Reflect.deleteProperty(globalThis, 'localStorage');
});

describe('data encrypted for the server', () => {
  it('contains audience, account, server time in seconds, a unique id and the data', async () => {
    stored.set('user', JSON.stringify({ token: 't', uuid: 'account-1' }));
    const { payload, protectedHeader } = await jwtDecrypt(await encryptFor('code', { code: '123' }), server.privateKey);
    expect(protectedHeader).toMatchObject({ alg: ALG, enc: 'A256GCM', kid: 'today' });
    expect(payload).toEqual({
      aud: 'code',
      sub: 'account-1',
      iat: Math.floor(NOW / 1000),
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      data: { code: '123' },
    });
  });

  it('has no subject for guests, and never the same id twice', async () => {
    stored.clear();
    const open = async () => (await jwtDecrypt(await encryptFor('card', {}), server.privateKey)).payload;
    const [first, second] = [await open(), await open()];
    expect(first.sub).toBeUndefined();
    expect(first.jti).not.toBe(second.jti);
  });
});

describe("the page's own key", () => {
  it('opens what the server encrypted to its public half', async () => {
    const { header, open } = await pageKey();
    const publicJwk = JSON.parse(Buffer.from(header, 'base64url').toString('utf8'));
    expect(Object.keys(publicJwk).toSorted()).toEqual(['crv', 'kty', 'x', 'y']);
    const sealed = await new EncryptJWT({ data: { last4: '4242' } })
      .setProtectedHeader({ alg: ALG, enc: 'A256GCM' })
      .encrypt(await importJWK(publicJwk, ALG));
    expect(await open(sealed)).toEqual({ last4: '4242' });
  });

  it('is made once per page', async () => {
    expect((await pageKey()).header).toBe((await pageKey()).header);
  });
});
