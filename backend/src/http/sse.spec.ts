import { once } from 'node:events';
import { type ClientRequest, get, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { jest } from '@jest/globals';
import { SESSION_SECONDS } from '@supreme-access/contract/limits.js';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { Sessions } from '../auth/sessions.js';
import { Refused } from '../event-sourcing/decider.js';
import type { Session } from '../event-sourcing/requester.js';
import { type EventStream, endEventStreams, openEventStream, STREAMS } from './sse.js';

afterAll(() => void jest.restoreAllMocks());

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
  outgoing: ClientRequest;
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
  const outgoing = get({ port, path: '/stream' });
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { app, stream: await opened, outgoing, answer: answer.setEncoding('utf8') };
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

  it('reports that its reader has gone, and ignores what is sent afterwards', async () => {
    const { app, stream, outgoing } = await reading();
    const closed = new Promise<void>((resolve) => stream.onClose(resolve));
    outgoing.destroy();
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

/** What fastify hands over, without a connection. */
function reply(): FastifyReply {
  const raw = new ServerResponse(new IncomingMessage(new Socket()));
  return { raw, hijack: () => undefined, getHeaders: () => ({}) } as unknown as FastifyReply;
}

describe('a stream of somebody who is signed in', () => {
  const SIGNED_IN = 1_800_000_000_000;
  const [LIFE, BEAT] = [SESSION_SECONDS * 1_000, 15_000];
  const session: Session = {
    accountId: 'ada',
    sid: 's-1',
    roles: ['shopper'],
    version: 3,
    signedInAt: SIGNED_IN,
    endsAt: SIGNED_IN + LIFE,
  };
  const opened: FastifyReply[] = [];
  /** A stream that is opened at this time, whether it has ended, and how often its listeners were told. */
  function given(at: number, who: Session | null = session) {
    jest.setSystemTime(at);
    const over = reply();
    opened.push(over);
    const stream = openEventStream({ ...(who ? { session: who } : {}), ip: '203.0.113.9' }, over);
    const gone = jest.fn();
    stream.onClose(gone);
    return { stream, gone, raw: over.raw, hasEnded: () => over.raw.writableEnded };
  }
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] }));
  afterEach(() => {
    for (const { raw } of opened.splice(0)) raw.emit('close');
    jest.useRealTimers();
  });

  it('goes on to the last beat within twelve hours of the login, and is ended with the session', () => {
    const { hasEnded } = given(SIGNED_IN + LIFE - 2 * BEAT);
    jest.advanceTimersByTime(BEAT);
    expect(hasEnded()).toBe(false);
    jest.advanceTimersByTime(BEAT - 1);
    expect(hasEnded()).toBe(false);
    jest.advanceTimersByTime(1);
    expect(hasEnded()).toBe(true);
  });

  it('is ended with a shorter session after its hour', () => {
    const sessions = new Sessions('a secret of thirty-two characters', () => SIGNED_IN);
    const { hasEnded } = given(SIGNED_IN, sessions.check(sessions.beginGuided('ada', ['admin'], 0)));
    jest.advanceTimersByTime(3_600_000 - 1);
    expect(hasEnded()).toBe(false);
    jest.advanceTimersByTime(1);
    expect(hasEnded()).toBe(true);
  });

  it('that was opened just before the session is over ends within a beat of that', () => {
    const { hasEnded } = given(SIGNED_IN + LIFE - 1);
    jest.advanceTimersByTime(BEAT);
    expect(hasEnded()).toBe(true);
  });

  it('carries nothing past that, and is let go of when its reader takes nothing more for two seconds', () => {
    const { stream, raw } = given(SIGNED_IN + LIFE - BEAT);
    jest.advanceTimersByTime(BEAT);
    const write = jest.spyOn(raw, 'write').mockReturnValue(true);
    stream.send('slots', { reserved: 4 });
    stream.write('event: slots\ndata: {}\n\n');
    jest.advanceTimersByTime(1_999);
    expect([write.mock.calls, raw.destroyed]).toEqual([[], false]);
    jest.advanceTimersByTime(1);
    expect(raw.destroyed).toBe(true);
  });

  it('gives its place back as it closes, and beats no more', () => {
    const streams = Array.from({ length: STREAMS.account }, () => given(SIGNED_IN + LIFE - BEAT));
    expect(() => given(SIGNED_IN + LIFE - BEAT)).toThrow(expect.objectContaining({ code: 'too-many' }));
    jest.advanceTimersByTime(BEAT);
    for (const { raw } of streams) raw.emit('close');
    expect(streams.map(({ gone }) => gone.mock.calls.length)).toEqual(streams.map(() => 1));
    jest.advanceTimersByTime(BEAT);
    expect(jest.getTimerCount()).toBe(0);
    expect(() => given(SIGNED_IN + LIFE)).not.toThrow();
  });

  it('is not ended by the time of a day where nobody is signed in', () => {
    const { hasEnded } = given(SIGNED_IN, null);
    jest.advanceTimersByTime(2 * LIFE);
    expect(hasEnded()).toBe(false);
  });

  it('is ended with its session alone, and by what ends that account’s older ones', () => {
    const [own, other] = [given(SIGNED_IN), given(SIGNED_IN, { ...session, sid: 's-2', version: 4 })];
    const [bea, nobody] = [given(SIGNED_IN, { ...session, accountId: 'bea', sid: 's-3' }), given(SIGNED_IN, null)];
    const sessions = new Sessions('a secret of thirty-two characters', () => SIGNED_IN);
    sessions.end('s-2');
    expect([own, other, bea, nobody].map(({ hasEnded }) => hasEnded())).toEqual([false, true, false, false]);
    sessions.raise('ada', 4);
    expect([own, other, bea, nobody].map(({ hasEnded }) => hasEnded())).toEqual([true, true, false, false]);
  });

  it('is ended by the next look where its session ended, or lost its role, while the stream was being opened', () => {
    const sessions = new Sessions('a secret of thirty-two characters', () => SIGNED_IN);
    sessions.end('s-1');
    sessions.raise('bea', 4);
    sessions.withholds = (accountId, role) => accountId === 'cleo' && role === 'auditor';
    const whose: Partial<Session>[] = [{}, { accountId: 'bea', sid: 's-2' }, { accountId: 'cleo', roles: ['auditor'] }];
    const late = whose.map((of) => given(SIGNED_IN, { ...session, sid: 's-3', ...of }));
    const ended = given(SIGNED_IN);
    sessions.endOverStreams();
    expect([...late, ended].map(({ hasEnded }) => hasEnded())).toEqual([false, true, true, true]);
  });
});

describe('ten thousand streams that one network asks for', () => {
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
