/** @jest-environment node */
import { jest } from '@jest/globals';
import { answered, restoreGlobals, standInPage, standInServer, standInStorage } from './http.fixture.js';
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
  /** What is heard of a stream that comes in these parts. */
  async function heardOf(parts: Iterable<Uint8Array>) {
    standInStorage({ user: SESSION });
    const body = new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    });
    const sent = standInServer(new Response(body));
    const heard: [string, unknown][] = [];
    await openStream('/api/stream', new AbortController().signal, (event, data) => heard.push([event, data]));
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer jwt-1');
    return heard;
  }

  it('is the same wherever it is cut, within letters as well', async () => {
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(await heardOf([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(EVENTS);
    }
    expect(await heardOf(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(EVENTS);
  });

  it('that ends within an event tells those before it', async () => {
    expect(await heardOf([bytes.subarray(0, bytes.length - 1)])).toEqual(EVENTS.slice(0, 1));
  });

  it('that is refused is an error with the text of the server', async () => {
    standInStorage();
    standInServer(answered({ error: 'Too many live updates are open.' }, { status: 429 }));
    const refused = openStream('/api/stream', new AbortController().signal, () => undefined);
    await expect(refused).rejects.toMatchObject({ status: 429, message: 'Too many live updates are open.' });
  });
});

describe('a stream that is followed', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is opened again however it ends, until nobody follows it', async () => {
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

  it('is not opened again when it ends because nobody follows it', async () => {
    const open = jest.fn(
      (signal: AbortSignal) => new Promise<void>((done) => signal.addEventListener('abort', () => done())),
    );
    const onBroken = jest.fn();
    follow(open, onBroken)();
    await jest.advanceTimersByTimeAsync(10_000);
    expect([open.mock.calls.length, onBroken.mock.calls.length]).toEqual([1, 0]);
  });

  it('is let go while the page is hidden, and opened again at once when it is seen', async () => {
    const show = standInPage();
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
