import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { isSigned, type SignedRequest, signed } from './message-signatures.js';

const pair = async (kid: string) => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  return { key: { kid, privateKey }, open: { ...(await exportJWK(publicKey)), kid } };
};
let ours: Awaited<ReturnType<typeof pair>>;
beforeAll(async () => {
  ours = await pair('k1');
});
const body = '{"id":"chk_1"}';
const request: SignedRequest = {
  method: 'POST',
  url: 'https://shop.example/ucp/checkout-sessions/chk_1/complete?x=1',
  headers: {
    'content-type': 'application/json',
    'idempotency-key': 'key-1',
    'ucp-agent': 'profile="https://us.example"',
  },
  body,
};

/** The request with its signature, changed on its way. */
async function sent(change: Partial<SignedRequest> = {}, headers: Record<string, string | undefined> = {}) {
  const all = { ...request.headers, ...(await signed(request, ours.key)), ...headers };
  return { ...request, ...change, headers: all };
}

describe('a signed request', () => {
  it('names its key, what it covers, and the digest of its body', async () => {
    const fields = await signed(request, ours.key);
    expect(fields['content-digest']).toBe(`sha-256=:${createHash('sha256').update(body).digest('base64')}:`);
    expect(fields['signature-input']).toBe(
      'sig1=("@method" "@authority" "@path" "@query" "ucp-agent" "idempotency-key" "content-digest" "content-type");keyid="k1"',
    );
    // r and s in 32 bytes each, not DER
    expect(Buffer.from(String(fields.signature).slice(6, -1), 'base64')).toHaveLength(64);
  });

  it('is verified by the key that it names, among several', async () => {
    expect(await isSigned(await sent(), [(await pair('k0')).open, ours.open])).toBe(true);
    const read = { method: 'GET', url: 'https://shop.example/ucp/checkout-sessions/chk_1', headers: {} };
    expect(await isSigned({ ...read, headers: await signed(read, ours.key) }, [ours.open])).toBe(true);
  });

  it.each([
    ['another method', { method: 'PUT' }, {}],
    ['another host', { url: request.url.replace('shop', 'evil') }, {}],
    ['another path', { url: request.url.replace('complete', 'cancel') }, {}],
    ['another query', { url: request.url.replace('x=1', 'x=2') }, {}],
    ['another body', { body: '{"id":"chk_2"}' }, {}],
    [
      'another body and its digest',
      { body: '' },
      { 'content-digest': `sha-256=:${createHash('sha256').update('').digest('base64')}:` },
    ],
    ['another key for repeats', {}, { 'idempotency-key': 'key-2' }],
    ['no signature', {}, { signature: undefined, 'signature-input': undefined }],
    ['half a signature', {}, { signature: undefined }],
    ['a broken signature', {}, { signature: 'sig1=:AAAA:' }],
    ['an unreadable one', {}, { 'signature-input': 'sig1=(' }],
  ])('is refused with %s', async (_, change, headers) => {
    expect(await isSigned(await sent(change, headers), [ours.open])).toBe(false);
  });

  it.each([
    '',
    'sig1=();keyid="k1"',
    'sig1=("@method" "@method");keyid="k1"',
    'sig1=("@status");keyid="k1"',
    'sig1=("@query-param";name="\u0000");keyid="k1"',
    'sig1=("__proto__" "constructor");keyid="k1"',
    'sig1=("@method" "@authority" "@path" "content-digest");keyid="k1";alg="hmac-sha256"',
    'sig1=("@method" "@authority" "@path" "content-digest");keyid="k1";alg="none"',
    `sig1=(${'"@method" '.repeat(900)});keyid="k1"`,
    Array.from({ length: 500 }, (_, n) => `s${n}=("@method");keyid="k1"`).join(', '),
    'sig1=("@method" "@authority" "@path" "content-digest");keyid="k1";created=99999999999999999999',
    '\u00e9\u{1f600}',
  ])('is refused, and breaks nothing, with the input %.60s', async (input) => {
    expect(await isSigned(await sent({}, { 'signature-input': input }), [ours.open])).toBe(false);
  });

  it('is refused where the key that it names is none', async () => {
    const broken = { ...ours.open, x: 'AAAA', y: undefined as unknown as string };
    expect(await isSigned(await sent(), [broken])).toBe(false);
  });

  it('is refused by the key of another, or where its body is not covered', async () => {
    expect(await isSigned(await sent(), [])).toBe(false);
    expect(await isSigned(await sent(), [(await pair('k1')).open])).toBe(false);
    const bare = { ...request, body: undefined };
    const fields = await signed(bare, ours.key);
    const { 'content-digest': digest } = await signed(request, ours.key);
    const headers = { ...request.headers, ...fields, 'content-digest': digest };
    expect(await isSigned({ ...request, headers }, [ours.open])).toBe(false);
  });
});
