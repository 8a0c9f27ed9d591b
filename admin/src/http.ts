import { type fetchUtils, HttpError } from 'react-admin';
import { readSession } from './session.js';

export interface HttpAnswer {
  status: number;
  headers: Headers;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape that ra-data-simple-rest expects of its client
  json: any;
}
export type HttpClient = (url: string, options?: fetchUtils.Options) => Promise<HttpAnswer>;

const UNREACHABLE = 'The server cannot be reached. Check the connection and try again.';

const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** HTTP status of an answer that leaves open what came of a write */
const UNAVAILABLE = 503;

/** Keys of writes whose outcome is unknown: for as long as it is, the same write to the same place is the same intent. */
class OpenWrites {
  private readonly open = new Map<string, { body: unknown; key: string }>();

  keyOf(place: string, body: unknown): string {
    const before = this.open.get(place);
    const key = before && before.body === body ? before.key : newIdempotencyKey();
    this.open.set(place, { body, key });
    return key;
  }

  settle(place: string, key: string | null): void {
    if (this.open.get(place)?.key === key) this.open.delete(place);
  }
}

/**
 * The fetch wrapper: bearer token, Idempotency-Key on all that is not a GET (the caller's, if it gives one; else the same one
 * again when a write is repeated whose answer was lost), and the last X-Consistency-Token sent back, so that what was just
 * written is read. Refusals throw HttpError with the server's text; status 0 means that no answer came.
 */
export function createHttp(): HttpClient {
  let consistencyToken: string | null = null;
  const writes = new OpenWrites();
  return async (url, options = {}) => {
    const { user: _user, ...init } = options;
    const headers = requestHeaders(init, consistencyToken);
    const method = (init.method ?? 'GET').toUpperCase();
    const place = `${method} ${url}`;
    if (method !== 'GET' && !headers.has(IDEMPOTENCY_KEY)) {
      headers.set(IDEMPOTENCY_KEY, writes.keyOf(place, init.body));
    }
    const response = await fetch(url, { ...init, headers }).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      throw new HttpError(UNREACHABLE, 0);
    });
    consistencyToken = response.headers.get('X-Consistency-Token') ?? consistencyToken;
    const body = await response.text();
    if (response.status !== UNAVAILABLE) writes.settle(place, headers.get(IDEMPOTENCY_KEY));
    const json = parse(body);
    if (!response.ok) throw new HttpError(refusalText(json, response), response.status, json);
    return { status: response.status, headers: response.headers, body, json };
  };
}

export const http = createHttp();

/** A key for one intent; repeating a request with the same key does it once. */
export function newIdempotencyKey(): string {
  // randomUUID exists only on https and localhost; getRandomValues everywhere
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function requestHeaders(init: RequestInit, consistencyToken: string | null): Headers {
  const headers = new Headers(init.headers);
  headers.set('Accept', 'application/json');
  // ra-data-simple-rest sends text/plain with a DELETE that has no body
  if (init.body === undefined) headers.delete('Content-Type');
  else if (!(init.body instanceof Blob)) headers.set('Content-Type', 'application/json');
  const session = readSession();
  if (session) headers.set('Authorization', `Bearer ${session.token}`);
  if (consistencyToken) headers.set('X-Consistency-Token', consistencyToken);
  return headers;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function refusalText(json: unknown, response: Response): string {
  if (typeof json === 'object' && json !== null && 'error' in json && typeof json.error === 'string') return json.error;
  return response.statusText || `The server answered ${response.status}.`;
}
