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

/**
 * The fetch wrapper: bearer token, Idempotency-Key on all that is not a GET (the caller's, if it gives one), and the last
 * X-Consistency-Token sent back, so that what was just written is read. Refusals throw HttpError with the server's text;
 * status 0 means that no answer came.
 */
export function createHttp(): HttpClient {
  let consistencyToken: string | null = null;
  return async (url, options = {}) => {
    const { user: _user, ...init } = options;
    const headers = requestHeaders(init, consistencyToken);
    const response = await fetch(url, { ...init, headers }).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      throw new HttpError(UNREACHABLE, 0);
    });
    consistencyToken = response.headers.get('X-Consistency-Token') ?? consistencyToken;
    const body = await response.text();
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
  else headers.set('Content-Type', 'application/json');
  const session = readSession();
  if (session) headers.set('Authorization', `Bearer ${session.token}`);
  if (consistencyToken) headers.set('X-Consistency-Token', consistencyToken);
  const method = (init.method ?? 'GET').toUpperCase();
  if (method !== 'GET' && !headers.has('Idempotency-Key')) headers.set('Idempotency-Key', newIdempotencyKey());
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
