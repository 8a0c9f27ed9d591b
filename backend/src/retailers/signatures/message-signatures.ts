import { createHash, createPublicKey, verify } from 'node:crypto';
import { createSignature, isSignatureError, verifySignature } from 'http-message-sig';
import type { CryptoKey, JWK } from 'jose';

/** HTTP Message Signatures (RFC 9421), ES256 alone. https://ucp.dev/2026-04-08/specification/signatures */

export interface SignedRequest {
  method: string;
  url: string;
  /** names in lower case */
  headers: Readonly<Record<string, string | undefined>>;
  body?: string | Buffer | undefined;
}
/** The header fields that sign a request. */
export type Sign = (request: SignedRequest) => Promise<Record<string, string>>;

/** as RFC 9421 names it; no signature names it: the key's curve does */
const ALGORITHM = 'ecdsa-p256-sha256';
/** signed where the request has them */
const FIELDS = ['ucp-agent', 'idempotency-key', 'content-digest', 'content-type'] as const;

/** `privateKey`: ECDSA on P-256; its signatures are r and s in 32 bytes each */
export async function signed(
  request: SignedRequest,
  { kid, privateKey }: { kid: string; privateKey: CryptoKey },
): Promise<Record<string, string>> {
  const digest: Record<string, string> = request.body ? { 'content-digest': digestOf(request.body) } : {};
  const headers = { ...request.headers, ...digest };
  const components = [...targetOf(request), ...FIELDS.filter((name) => headers[name] !== undefined)];
  const sign = async (data: Uint8Array) => {
    const bytes = new Uint8Array(data);
    return new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, bytes));
  };
  const { signature, signatureInput } = await createSignature(described({ ...request, headers }), {
    label: 'sig1',
    components,
    parameters: { keyid: kid },
    signer: { algorithm: ALGORITHM, sign },
  });
  return { ...digest, signature, 'signature-input': signatureInput };
}

/** Whether one of the keys signed the request: its method, target and whole body. */
export async function isSigned(request: SignedRequest, keys: readonly JWK[]): Promise<boolean> {
  const { body, headers } = request;
  if (body !== undefined && headers['content-digest'] !== digestOf(body)) return false;
  const requiredComponents = [...targetOf(request), ...(body === undefined ? [] : ['content-digest'])];
  try {
    await verifySignature(described(request), {
      policy: { algorithms: [ALGORITHM], requiredComponents, requiredParameters: ['keyid'] },
      resolveVerifier: ({ parameters }) => {
        const jwk = keys.find(({ kid, crv }) => kid === parameters.keyid && crv === 'P-256');
        if (!jwk) throw new Error('no such key');
        const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
        const raw = { key, dsaEncoding: 'ieee-p1363' } as const;
        return { algorithm: ALGORITHM, verify: (data, signature) => verify('sha256', data, raw, signature) };
      },
    });
    return true;
  } catch (error) {
    if (isSignatureError(error)) return false;
    throw error;
  }
}

function targetOf({ url }: SignedRequest): string[] {
  return ['@method', '@authority', '@path', ...(new URL(url).search === '' ? [] : ['@query'])];
}

/** RFC 9530, of the raw bytes */
function digestOf(body: string | Buffer): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
}

function described({ method, url, headers }: SignedRequest) {
  const fields = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  return { kind: 'request', method, targetUri: url, fields } as const;
}
