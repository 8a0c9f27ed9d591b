import type { HttpCall, Send } from '../../backend/src/http/outgoing/http-calls.js';
import type { Connection } from './connection.js';

export interface HttpRequest {
  method: string;
  host: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: string;
}
export interface HttpAnswer {
  status: number;
  body: object;
  headers?: Record<string, string>;
}
export type Server = (request: HttpRequest) => Promise<HttpAnswer | undefined>;

const broken = () => new TypeError('fetch failed');

/** A `fetch` over a simulated connection; undefined from the server breaks it. */
export function fetchOver(connection: Connection, server: Server): typeof fetch {
  return async (url, init) => {
    const answer = await until(init?.signal, () =>
      connection.carry(() => server(requestOf(String(url), init)), broken),
    );
    if (!answer) throw broken();
    return response(answer);
  };
}

/** The same for the retailer's client, which does not use `fetch`. */
export function sendOver(connection: Connection, server: Server): Send {
  return async (call) => {
    const answer = await until(call.signal, () => connection.carry(() => server(toRequest(call)), broken));
    if (!answer) throw broken();
    const { status, body, headers = {} } = answer;
    return { status, retryAfter: headers['retry-after'], text: JSON.stringify(body), headers };
  };
}

function toRequest({ method, path, headers, body = '' }: HttpCall): HttpRequest {
  const [plain = '', query = ''] = path.split('?');
  return { method, host: 'retailer.test', path: plain, query, headers: { ...headers }, body };
}

async function until<T>(signal: AbortSignal | null | undefined, work: () => Promise<T>): Promise<T> {
  if (!signal) return work();
  signal.throwIfAborted();
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}

function requestOf(address: string, init: RequestInit = {}): HttpRequest {
  const url = new URL(address);
  return {
    method: init.method ?? 'GET',
    host: url.hostname,
    path: url.pathname,
    query: url.search.slice(1),
    headers: Object.fromEntries(new Headers(init.headers)),
    body: typeof init.body === 'string' ? init.body : '',
  };
}

/** As much of a Response as the clients read: Node's own needs the real event loop. */
function response({ status, body }: HttpAnswer): Response {
  const text = JSON.stringify(body);
  const stream = {
    cancel: async () => undefined,
    async *[Symbol.asyncIterator]() {
      yield Buffer.from(text);
    },
  };
  const made = {
    status,
    ok: status >= 200 && status < 300,
    headers: new Headers({ 'content-type': 'application/json', 'request-id': 'simulation' }),
    body: stream,
    text: async () => text,
    json: async () => JSON.parse(text) as unknown,
  };
  return made as unknown as Response;
}
