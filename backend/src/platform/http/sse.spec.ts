import { once } from 'node:events';
import { type ClientRequest, get, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { Refused } from '../decider.js';
import { type EventStream, endEventStreams, openEventStream, STREAMS } from './sse.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** bytes, once what nobody holds has been let go */
function heapHeld(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

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

  it('lets go of a reader who leaves 32 kB unread', async () => {
    const { app, stream, answer } = await reading();
    answer.pause();
    let isGone = false;
    stream.onClose(() => {
      isGone = true;
    });
    answer.on('error', () => undefined);
    for (let i = 0; i < 2_000; i += 1) stream.send('slots', { filler: 'x'.repeat(4_096) });
    for (let turn = 0; !isGone && turn < 1_000; turn += 1) await nextTurn();
    expect(isGone).toBe(true);
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

describe('ten thousand streams that one network asks for', () => {
  /** What fastify hands over, without a connection. */
  function reply(): FastifyReply {
    const raw = new ServerResponse(new IncomingMessage(new Socket()));
    return { raw, hijack: () => undefined, getHeaders: () => ({}) } as unknown as FastifyReply;
  }
  const held: FastifyReply[] = [];
  const ask = (ip: string): 'open' | 'too-many' => {
    const over = reply();
    try {
      openEventStream({ ip }, over);
      held.push(over);
      return 'open';
    } catch (error) {
      if (error instanceof Refused && error.code === 'too-many') return 'too-many';
      throw error;
    }
  };
  afterEach(() => {
    for (const { raw } of held) raw.emit('close');
  });

  it('are refused above what a crowd behind one address has, and hold nothing then', () => {
    const answers = Array.from({ length: 10_000 }, (_, i) => ask(`2001:db8:1:2::${i.toString(16)}`));
    expect(answers.indexOf('too-many')).toBe(STREAMS.network);
    expect(held).toHaveLength(STREAMS.network);
    expect(ask('2001:db8:1:3::1')).toBe('open');
    held[0]?.raw.emit('close');
    expect([ask('2001:db8:1:2::1'), ask('2001:db8:1:2::1')]).toEqual(['open', 'too-many']);
  });

  it('take no memory while they are refused', () => {
    while (ask('203.0.113.7') === 'open');
    const before = heapHeld();
    for (let i = 0; i < 10_000; i += 1) ask('203.0.113.7');
    // A request and its answer alone are some 3 kB.
    expect(heapHeld() - before).toBeLessThan(2 * 1024 ** 2);
  });
});
