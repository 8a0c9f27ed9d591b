import type { JWK } from 'jose';
import type { HttpAnswer, Send } from '../../http/outgoing/http-calls.js';
import { type Json, jsonIn, objectsIn } from '../json-calls.js';

/** Where a shop's calls go; `send` reaches the origin of `url`. */
export interface ShopPlace {
  url: string;
  send: Send;
}
/** What a shop says of itself. */
export interface ShopSays {
  version: string;
  /** where its calls go */
  endpoint: string;
  capabilities: string[];
  /** names of its ways to pay, where it tells them before a session */
  handlers: string[];
}
/** `refused`: it cannot be used. `reason`: a word, or the version that no reader is written for */
export type DiscoveryAnswer =
  | { kind: 'discovered'; says: ShopSays; keys: JWK[]; document: Json }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown'; cause: string };
export type DocumentAnswer = Exclude<DiscoveryAnswer, { kind: 'discovered' }> | { kind: 'document'; document: Json };

const NAME_MAX = 200;
const NAMES_MOST = 100;
const ENDPOINT_MAX = 2_000;
const REASON_MAX = 40;

/** `reason` may be the shop's own word. */
export const refused = (reason: string) => ({ kind: 'refused', reason: reason.slice(0, REASON_MAX) }) as const;

/** Redirects are not followed: https://ucp.dev/2026-04-08/specification/overview (Profile Requirements) */
export async function documentAt(send: Send, path: string, signal: AbortSignal): Promise<DocumentAnswer> {
  let answer: HttpAnswer;
  try {
    answer = await send({ method: 'GET', path, headers: { accept: 'application/json' }, signal });
  } catch {
    return { kind: 'unknown', cause: signal.aborted ? 'aborted' : 'connection' };
  }
  const { status, text } = answer;
  if (status >= 300 && status < 400) return refused('redirected');
  if (status === 404 || status === 410) return refused('not-found');
  if (status !== 200) return { kind: 'unknown', cause: status === 429 || status === 503 ? 'busy' : 'server-error' };
  const document = jsonIn(text);
  return document ? { kind: 'document', document } : refused('malformed');
}

export function below(url: string, path: string): string {
  return new URL(url).pathname.replace(/\/+$/, '') + path;
}

/** What a shop lists of itself is recorded, so its length is bounded. */
export function textsIn(values: readonly unknown[]): string[] {
  return values
    .filter((value) => typeof value === 'string' && value.length <= NAME_MAX)
    .slice(0, NAMES_MOST) as string[];
}

export function isEndpoint(value: unknown): value is string {
  return typeof value === 'string' && value.length <= ENDPOINT_MAX && URL.canParse(value);
}

export function keysIn(value: unknown): JWK[] {
  return objectsIn(value).filter(({ kty, crv, kid }) => kty === 'EC' && crv === 'P-256' && typeof kid === 'string');
}
