import type { FeedEvent, InclusionProof, PublicKey, PublishedSeal } from './shapes/audit.js';
import type { DropSums } from './shapes/drops.js';

/** Times are ms UTC. */
export interface SlotPromise {
  iss: string;
  orderId: string;
  stream: string;
  revision: number;
  hash: string;
  at: number;
  sealedBy: number;
}

/** ms */
export const SEALED_WITHIN_MS = 24 * 3_600_000;

/** The signed text of a seal; the next seal includes its hash. */
export function sealText({
  number,
  size,
  position,
  root,
  previous,
  at,
  keyId,
}: Omit<PublishedSeal, 'signature'>): string {
  return ['supreme-access seal v1', number, size, position, root, previous, at, keyId].join('\n');
}

/** The signed text of a drop's summary. `stream`: of the event that holds it */
export function summaryText(stream: string, sums: DropSums | null, keyId: string): string {
  return ['supreme-access drop summary v1', stream, JSON.stringify(sums), keyId].join('\n');
}

/** The hash that an event must have (docs/log-format.md, section 2). `previous`: of the one before it in its stream */
export async function eventHash(previous: string, event: Omit<FeedEvent, 'position'>): Promise<string> {
  const { hash: _, ...metadata } = event.metadata;
  const text = JSON.stringify([event.stream, event.revision, event.id, event.type, event.data, metadata]);
  return hashOf(new TextEncoder().encode(previous + text));
}

export type Checked = 'good' | 'bad' | 'unsupported';

/** Ed25519 (RFC 8032) with WebCrypto: Chrome 137, Firefox 129, Safari 17 and newer. */
export async function checkSignature(publicKey: string, text: string, signature: string): Promise<Checked> {
  const named = 'Ed25519';
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey };
    const key = await crypto.subtle.importKey('jwk', jwk, named, false, ['verify']);
    const isGood = await crypto.subtle.verify(named, key, bytesOf(signature), new TextEncoder().encode(text));
    return isGood ? 'good' : 'bad';
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotSupportedError' ? 'unsupported' : 'bad';
  }
}

export async function isKey({ keyId, publicKey }: PublicKey): Promise<boolean> {
  return (await hashOf(bytesOf(publicKey))).slice(0, 16) === keyId;
}

export async function sealHash(seal: PublishedSeal): Promise<string> {
  return hashOf(new TextEncoder().encode(sealText(seal)));
}

/** Returns the root that an inclusion proof leads to (RFC 9162, 2.1.3.2); null for an invalid proof. */
export async function rootByProof(
  hash: string,
  { index, size, path }: Omit<InclusionProof, 'seal'>,
): Promise<string | null> {
  if (!(index >= 0 && index < size)) return null;
  let [at, last, root] = [index, size - 1, await sha256(LEAF, bytesOf(hash))];
  for (const sibling of path.map(bytesOf)) {
    if (last === 0) return null;
    if (at % 2 === 1 || at === last) {
      root = await sha256(NODE, sibling, root);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else root = await sha256(NODE, root, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 ? textOf(root) : null;
}

type Tree = Pick<PublishedSeal, 'size' | 'root'>;

/** Whether the later tree begins with all leaves of the earlier one (RFC 9162, 2.1.4.2). @throws as for `rootByProof` */
export async function isConsistent(first: Tree, second: Tree, path: readonly string[]): Promise<boolean> {
  if (!(first.size >= 1 && first.size <= second.size)) return false;
  if (first.size === second.size) return path.length === 0 && first.root === second.root;
  let [at, last] = [first.size - 1, second.size - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  // The root of a whole tree is part of the later one, and left out of the path.
  const [start, ...rest] = (at === 0 ? [first.root, ...path] : path).map(bytesOf);
  if (!start) return false;
  let [before, after]: [Uint8Array, Uint8Array] = [start, start];
  for (const node of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      [before, after] = [await sha256(NODE, node, before), await sha256(NODE, node, after)];
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else after = await sha256(NODE, after, node);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && textOf(before) === first.root && textOf(after) === second.root;
}

/** Parses a compact JWS; returns null if it is not a slot receipt. */
export function readReceipt(
  receipt: string,
): { keyId: string; text: string; signature: string; promise: SlotPromise } | null {
  const [head = '', payload = '', signature = '', ...more] = receipt.trim().split('.');
  try {
    const { alg, kid, typ } = JSON.parse(new TextDecoder().decode(bytesOf(head)));
    const promise: SlotPromise = JSON.parse(new TextDecoder().decode(bytesOf(payload)));
    const isReceipt = alg === 'EdDSA' && typ === 'slot-receipt+jwt' && typeof kid === 'string' && more.length === 0;
    const areTexts = [promise.orderId, promise.hash].every((text) => typeof text === 'string');
    const isWhole = areTexts && [promise.at, promise.sealedBy].every(isInstant);
    return isReceipt && isWhole ? { keyId: kid, text: `${head}.${payload}`, signature, promise } : null;
  } catch {
    return null;
  }
}

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

function isInstant(at: number): boolean {
  return Number.isSafeInteger(at) && !Number.isNaN(new Date(at).getTime());
}

function half(count: number): number {
  return Math.floor(count / 2);
}

async function sha256(...parts: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
}

async function hashOf(bytes: Uint8Array): Promise<string> {
  return textOf(await sha256(bytes));
}

function textOf(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** @throws DOMException for invalid base64url */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}
