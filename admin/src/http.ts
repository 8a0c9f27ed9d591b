import { attendance } from '@supreme-access/contract/attendance.js';
import { Intent, isUnknownOutcome, laterToken } from '@supreme-access/contract/intents.js';
import { type fetchUtils, HttpError } from 'react-admin';
import { readSession } from './session.js';

export interface HttpAnswer {
  status: number;
  headers: Headers;
  body: string;
  /** A file; null for a text. */
  file: Blob | null;
  // biome-ignore lint/suspicious/noExplicitAny: the shape that ra-data-simple-rest expects of its client
  json: any;
}
export type HttpClient = (url: string, options?: fetchUtils.Options) => Promise<HttpAnswer>;

/** ms; a half-open connection never answers. A picture on a slow line needs most of it. */
const WRITE_TIMEOUT = 60_000;

const UNREACHABLE = 'The server cannot be reached. Check the connection and try again.';

const unattended = attendance(globalThis);

const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** The fetch wrapper: bearer token, consistency token, and one Idempotency-Key per write until its outcome is known. */
export function createHttp(): HttpClient {
  let consistencyToken: string | null = null;
  const writes = new Map<string, Intent>();
  return async (url, options = {}) => {
    const { user: _user, ...init } = options;
    const headers = requestHeaders(init, consistencyToken);
    const method = (init.method ?? 'GET').toUpperCase();
    const place = `${method} ${url}`;
    if (method !== 'GET' && !headers.has(IDEMPOTENCY_KEY)) {
      const intent = writes.get(place) ?? new Intent();
      writes.set(place, intent);
      headers.set(IDEMPOTENCY_KEY, intent.keyFor(init.body));
    }
    const signal = init.signal ?? (method === 'GET' ? null : AbortSignal.timeout(WRITE_TIMEOUT));
    const { response, body, file } = await answerTo(url, { ...init, headers, signal });
    consistencyToken = laterToken(consistencyToken, response.headers.get('X-Consistency-Token'));
    if (!isUnknownOutcome(response.status)) writes.get(place)?.settle(headers.get(IDEMPOTENCY_KEY));
    const json = parse(body);
    if (!response.ok) throw new HttpError(refusalText(json, response), response.status, json);
    return { status: response.status, headers: response.headers, body, file, json };
  };
}

export const http = createHttp();

/** @throws HttpError 0 where the server may or may not have done it */
async function answerTo(
  url: string,
  init: RequestInit,
): Promise<Pick<HttpAnswer, 'body' | 'file'> & { response: Response }> {
  try {
    const response = await fetch(url, init);
    const isFile = response.headers.get('Content-Type') === 'application/zip';
    const file = isFile ? await response.blob() : null;
    return { response, file, body: file ? '' : await response.text() };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new HttpError(UNREACHABLE, 0);
  }
}

export function requestHeaders(init: RequestInit, consistencyToken: string | null): Headers {
  const headers = new Headers({ ...unattended() });
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
  headers.set('Accept', 'application/json');
  // ra-data-simple-rest sends text/plain with a DELETE without a body.
  if (init.body === undefined) headers.delete('Content-Type');
  else if (!(init.body instanceof Blob)) headers.set('Content-Type', 'application/json');
  const session = readSession();
  if (session) headers.set('Authorization', `Bearer ${session.token}`);
  if (consistencyToken) headers.set('X-Consistency-Token', consistencyToken);
  return headers;
}

export function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

export function refusalText(json: unknown, response: Response): string {
  if (typeof json === 'object' && json !== null && 'error' in json && typeof json.error === 'string') return json.error;
  return response.statusText || `The server answered ${response.status}.`;
}
