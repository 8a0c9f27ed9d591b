/** @jest-environment node */
import { jest } from '@jest/globals';
import { answered, fakePage, fakeServer, fakeStorage, restoreGlobals } from '../../test/fixtures/admin/http.js';
import { follow, openStream } from './streams.js';

const SESSION = JSON.stringify({ token: 'jwt-1', uuid: 'a1', name: 'Ada', isAdmin: true, roles: ['admin'] });

afterEach(restoreGlobals);

describe('a stream of events', () => {
  const EVENTS: [string, unknown][] = [
    ['order', { note: 'naïve – 42 €' }],
    ['board-line', 'a text: with\n\nan empty line'],
  ];
  const frames = EVENTS.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const bytes = Buffer.from([': open\n\n', frames[0], ': still here\n\n', frames[1]].join(''));
  async function receivedFrom(parts: Iterable<Uint8Array>) {
    fakeStorage({ user: SESSION });
    const body = new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    });
    const sent = fakeServer(new Response(body));
    const received: [string, unknown][] = [];
    await openStream('/api/stream', new AbortController().signal, (event, data) => received.push([event, data]));
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer jwt-1');
    return received;
  }

  it('is the same wherever chunks are split, within characters too', async () => {
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(await receivedFrom([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(EVENTS);
    }
    expect(await receivedFrom(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(EVENTS);
  });

  it('that ends within an event yields those before it', async () => {
    expect(await receivedFrom([bytes.subarray(0, bytes.length - 1)])).toEqual(EVENTS.slice(0, 1));
  });

  it('that is refused is an error with the text of the server', async () => {
    fakeStorage();
    fakeServer(answered({ error: 'Too many live updates are open.' }, { status: 429 }));
    const refused = openStream('/api/stream', new AbortController().signal, () => undefined);
    await expect(refused).rejects.toMatchObject({ status: 429, message: 'Too many live updates are open.' });
  });
});

describe('a stream on a connection that is dead', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('ends after 40 seconds without a heartbeat, so that it is reopened', async () => {
    fakeStorage();
    const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
      const start = (controller: ReadableStreamDefaultController) => {
        init?.signal?.addEventListener('abort', () => controller.error(new Error('It was cut.')));
        setTimeout(() => controller.enqueue(Buffer.from(': still here\n\n')), 15_000);
      };
      return new Response(new ReadableStream({ start }));
    });
    const onEnd = jest.fn();
    openStream('/api/stream', new AbortController().signal, () => undefined).catch(onEnd);
    await jest.advanceTimersByTimeAsync(54_000);
    expect(onEnd).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(2_000);
    expect(onEnd).toHaveBeenCalledTimes(1);
    fetched.mockRestore();
  });
});

describe('a subscription', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is reopened however it ends, until it is cancelled', async () => {
    const open = jest.fn(async (_: AbortSignal) => undefined);
    const onBroken = jest.fn();
    const stop = follow(open, onBroken);
    await jest.advanceTimersByTimeAsync(3_000);
    expect([open.mock.calls.length, onBroken.mock.calls.length]).toEqual([2, 2]);
    await jest.advanceTimersByTimeAsync(2_999);
    stop();
    await jest.advanceTimersByTimeAsync(10_000);
    expect([open.mock.calls.length, onBroken.mock.calls.length]).toEqual([2, 2]);
  });

  it('is not reopened when it was cancelled', async () => {
    const open = jest.fn(
      (signal: AbortSignal) => new Promise<void>((done) => signal.addEventListener('abort', () => done())),
    );
    const onBroken = jest.fn();
    follow(open, onBroken)();
    await jest.advanceTimersByTimeAsync(10_000);
    expect([open.mock.calls.length, onBroken.mock.calls.length]).toEqual([1, 0]);
  });

  it('is closed while the page is hidden, and reopened when it is visible', async () => {
    const show = fakePage();
    const signals: AbortSignal[] = [];
    const open = (signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<void>(() => {});
    };
    const onBroken = jest.fn();
    const stop = follow(open, onBroken);
    show('hidden');
    expect([signals.map(({ aborted }) => aborted), onBroken.mock.calls.length]).toEqual([[true], 1]);
    show('visible');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    stop();
    show('hidden');
    show('visible');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(onBroken).toHaveBeenCalledTimes(1);
  });
});
