import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Api } from './api.js';
import { AUTHENTICATION_PATH, type PageAnswer } from './authentication-page.js';
import { randomId } from './objects.js';

const BODY_LIMIT = 256 * 1_024;
const PATIENCE_MS = 3_000;
/** Callers close idle connections earlier; a shorter time would close one as a request comes in. */
const KEEP_ALIVE_MS = 65_000;

type Page = (method: string, id: string, query: string, form: string) => Promise<PageAnswer>;

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > BODY_LIMIT) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function sendJson(response: ServerResponse, status: number, body: object, headers: Record<string, string>): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': randomId('req'), ...headers });
  response.end(JSON.stringify(body));
}

function sendPage(response: ServerResponse, { status, body, type, location }: PageAnswer): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    ...(location === undefined ? {} : { location }),
  });
  response.end(body);
}

async function answer(request: IncomingMessage, response: ServerResponse, api: Api, page: Page): Promise<void> {
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
  const method = request.method ?? 'GET';
  const body = await bodyOf(request);
  if (body === undefined) {
    const error = { type: 'invalid_request_error', message: 'The request is too large.' };
    return sendJson(response, 413, { error }, { connection: 'close' });
  }
  if (path.startsWith(`${AUTHENTICATION_PATH}/`)) {
    return sendPage(response, await page(method, path.slice(AUTHENTICATION_PATH.length + 1), query, body));
  }
  const result = await api.handle({ method, path, query, headers: request.headers, body });
  if (result === undefined) {
    request.socket.destroy();
    return;
  }
  const key = request.headers['idempotency-key'];
  sendJson(response, result.status, result.body, {
    ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
    ...(result.replayed ? { 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' } : {}),
  });
}

export async function listen(
  port: number,
  api: Api,
  page: Page,
  failed: (error: unknown) => void,
): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    answer(request, response, api, page).catch((error) => {
      if (!request.destroyed) failed(error); // a caller that hangs up is no fault of ours
      request.socket.destroy();
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  server.on('error', failed);
  return { server, port: (server.address() as AddressInfo).port };
}

export async function stop(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), 20);
    const limit = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(limit);
      resolve();
    });
  });
}
