import { attendance } from '@supreme-access/contract/attendance.js';
import { Intent } from '@supreme-access/contract/intents.js';
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

const unattended = attendance(globalThis);

const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** HTTP status of an answer that leaves open what came of a write */
const UNAVAILABLE = 503;

/** The fetch wrapper: bearer token, one Idempotency-Key per write until its outcome is known, read-your-writes token. */
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
    const response = await fetch(url, { ...init, headers }).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      throw new HttpError(UNREACHABLE, 0);
    });
    consistencyToken = response.headers.get('X-Consistency-Token') ?? consistencyToken;
    const body = await response.text();
    if (response.status !== UNAVAILABLE) writes.get(place)?.settle(headers.get(IDEMPOTENCY_KEY));
    const json = parse(body);
    if (!response.ok) throw new HttpError(refusalText(json, response), response.status, json);
    return { status: response.status, headers: response.headers, body, json };
  };
}

export const http = createHttp();

/** Server-sent events with the bearer header, which EventSource cannot send. Resolves when the stream has ended. @throws HttpError */
export async function openStream(
  url: string,
  signal: AbortSignal,
  onEvent: (event: string, data: unknown) => void,
): Promise<void> {
  const headers = requestHeaders({}, null);
  headers.set('Accept', 'text/event-stream');
  const response = await fetch(url, { headers, signal });
  if (!response.ok) throw new HttpError(refusalText(parse(await response.text()), response), response.status);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return;
    const blocks = (rest + part.value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event, data] = /^event: ([\w-]+)\ndata: (.*)$/.exec(block) ?? [];
      if (event !== undefined && data !== undefined) onEvent(event, parse(data));
    }
  }
}

/** ms until a stream that ended is opened again */
const AGAIN = 3_000;

/**
 * Keeps a stream open: however it ends, it is opened again. `onBroken`: nothing is told until then. Returns how to stop, as an
 * effect does.
 */
export function follow(open: (signal: AbortSignal) => Promise<void>, onBroken: () => void): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = async () => {
    await open(stop.signal).catch(() => undefined);
    if (stop.signal.aborted) return;
    onBroken();
    timer = setTimeout(() => void again(), AGAIN);
  };
  void again();
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}

function requestHeaders(init: RequestInit, consistencyToken: string | null): Headers {
  const headers = new Headers({ ...unattended() });
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
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
