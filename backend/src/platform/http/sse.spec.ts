import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { type EventStream, endEventStreams, openEventStream } from './sse.js';

/** A server with one stream, and a reader of it. */
async function reading(): Promise<{
  app: FastifyInstance;
  stream: EventStream;
  asked: ClientRequest;
  answer: IncomingMessage;
}> {
  const app = fastify({ forceCloseConnections: true });
  const opened = new Promise<EventStream>((resolve) => {
    app.get('/stream', (request, reply) => {
      reply.header('x-kept', 'yes');
      resolve(openEventStream(request, reply));
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const asked = get({ port, path: '/stream' });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { app, stream: await opened, asked, answer: answer.setEncoding('utf8') };
}

async function textUntil(answer: IncomingMessage, wanted: string): Promise<string> {
  let text = '';
  for await (const chunk of answer.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.includes(wanted)) return text;
  }
  throw new Error(`the stream ended without ${wanted}: ${text}`);
}

describe('a stream of server-sent events', () => {
  it('carries each event with its name, and the headers set before', async () => {
    const { app, stream, answer } = await reading();
    stream.send('slots', { reserved: 3 });
    expect(await textUntil(answer, 'reserved')).toBe(': open\n\nevent: slots\ndata: {"reserved":3}\n\n');
    expect(answer.headers).toMatchObject({ 'x-kept': 'yes', 'content-type': 'text/event-stream' });
    await app.close();
  });

  it('tells when its reader has gone, and takes what is sent afterwards for nothing', async () => {
    const { app, stream, asked } = await reading();
    const closed = new Promise<void>((resolve) => stream.onClose(resolve));
    asked.destroy();
    await closed;
    stream.send('slots', { reserved: 4 });
    await new Promise<void>((resolve) => stream.onClose(resolve));
    await app.close();
  });

  it('ends when the server stops, and takes what is sent afterwards for nothing', async () => {
    const { app, stream, answer } = await reading();
    answer.resume();
    endEventStreams();
    stream.send('slots', { reserved: 4 });
    await once(answer, 'end');
    await app.close();
  });
});
