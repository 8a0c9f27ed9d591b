import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inRequest, RequestContext } from '../../telemetry/request-context.js';
import { pooled, type Send } from './http-calls.js';

describe('a call over kept connections', () => {
  let server: Server;
  let send: Send;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const connections = new Set<unknown>();
  const call = { method: 'GET', path: '/products/cap?style=Ink', headers: { accept: 'application/json' } } as const;
  const never = new AbortController().signal;

  beforeEach(async () => {
    connections.clear();
    server = createServer((request, response) => {
      connections.add(request.socket);
      answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    send = pooled(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('carries method, path, headers and body there, and the answer back', async () => {
    const received: unknown[] = [];
    answer = async (request, response) => {
      const body = (await request.toArray()).join('');
      received.push([request.method, request.url, request.headers['content-type'], body]);
      response.writeHead(429, { 'retry-after': '7' }).end('{"error":"busy"}');
    };
    const headers = { 'content-type': 'application/json' };
    const put = { method: 'PUT', path: '/carts/a%3A1', headers, body: '{"é":1}', signal: never } as const;
    expect(await send(put)).toMatchObject({ status: 429, retryAfter: '7', text: '{"error":"busy"}' });
    expect(received).toEqual([['PUT', '/carts/a%3A1', 'application/json', '{"é":1}']]);
  });

  it('is something that was tried for the request that makes it, unless its time was over before', async () => {
    answer = (_, response) => response.writeHead(500).end();
    const [asks, late] = [new RequestContext(), new RequestContext()];
    await inRequest(asks, () => send({ ...call, signal: never }));
    const unsent = inRequest(late, () => send({ ...call, signal: AbortSignal.abort(new Error('over')) }));
    await expect(unsent).rejects.toThrow('over');
    expect([asks.hasTried, late.hasTried]).toEqual([true, false]);
  });

  it('uses connections again', async () => {
    answer = (_, response) => response.end('{}');
    for (let calls = 0; calls < 5; calls += 1) await send({ ...call, signal: never });
    // One ends its call a moment after the answer is known.
    expect(connections.size).toBeLessThanOrEqual(2);
  });

  it('follows no redirect', async () => {
    answer = (_, response) => response.writeHead(307, { location: 'https://elsewhere.example' }).end();
    expect(await send({ ...call, signal: never })).toMatchObject({ status: 307 });
  });

  it('reads no more than an answer can hold', async () => {
    answer = (_, response) => response.write('x'.repeat(300_000));
    expect(await send({ ...call, signal: never })).toMatchObject({ status: 200, text: undefined });
  });

  it('fails when the connection breaks, also in the middle of an answer', async () => {
    answer = (request) => request.socket.destroy();
    await expect(send({ ...call, signal: never })).rejects.toThrow('other side closed');
    answer = (request, response) =>
      response.writeHead(200, { 'content-length': '9' }).write('x', () => request.socket.destroy());
    await expect(send({ ...call, signal: never })).rejects.toThrow();
  });

  it('ends with its deadline, whether it was answered half or not at all, and lets go of the connection', async () => {
    for (const half of [true, false]) {
      const deadline = new AbortController();
      const over = new DOMException('over', 'TimeoutError');
      const gone = new Promise<void>((resolve) => {
        answer = (request, response) => {
          if (half) response.write('x');
          request.socket.once('close', () => resolve());
          deadline.abort(over);
        };
      });
      await expect(send({ ...call, signal: deadline.signal })).rejects.toBe(over);
      await gone;
    }
  });

  it('is not made when it was given up before', async () => {
    await expect(send({ ...call, signal: AbortSignal.abort(new Error('stopping')) })).rejects.toThrow('stopping');
    expect(connections.size).toBe(0);
  });
});
