import { jest } from '@jest/globals';
import { renderHook, waitFor } from '@testing-library/react';
import { ApiError, api } from './api.js';
import { BROKEN, type LiveEvent, MISSED, useLive } from './live.js';
import { listen, parseEvents, reconnectPause } from './streams.js';
import '../../../test/fixtures/storefront/streams.js';

describe('a stream of events', () => {
  it('is parsed into whole events, and the rest is kept', () => {
    const { events, rest } = parseEvents('event: slots\ndata: {"reserved":3}\n\nevent: order\ndata: {"or');
    expect(events).toEqual([{ event: 'slots', data: { reserved: 3 } }]);
    expect(parseEvents(`${rest}derId":"a"}\n\n`).events).toEqual([{ event: 'order', data: { orderId: 'a' } }]);
  });

  it('may use carriage returns, several data lines and comments', () => {
    const { events } = parseEvents(': still here\r\n\r\ndata: {"a":\r\ndata: 1}\r\n\r\n');
    expect(events).toEqual([{ event: 'message', data: { a: 1 } }]);
  });

  it('ignores invalid events', () => {
    expect(parseEvents('event: order\ndata: not json\n\n').events).toEqual([]);
  });
});

describe('the pause before reconnecting', () => {
  it('doubles up to half a minute, with jitter downwards', () => {
    expect([0, 1, 2, 9].map((attempt) => reconnectPause(attempt, 1))).toEqual([1_000, 2_000, 4_000, 30_000]);
    expect(reconnectPause(3, 0)).toBe(4_000);
  });
});

describe('a subscription', () => {
  afterEach(() => jest.restoreAllMocks());
  const ended = { body: null } as Response;

  it('sends MISSED on each connection and BROKEN when it is lost', async () => {
    const stop = new AbortController();
    const received: LiveEvent[] = [];
    const open = jest.spyOn(api, 'open').mockResolvedValue(ended);
    jest.spyOn(Math, 'random').mockReturnValue(1_000);

    const listening = listen('/stream', stop.signal, (event) => {
      received.push(event);
      if (open.mock.calls.length > 1) stop.abort();
    });
    await waitFor(() => expect(received.map(({ event }) => event)).toEqual([MISSED, BROKEN]));
    window.dispatchEvent(new Event('online'));
    await listening;

    expect(received.map(({ event }) => event)).toEqual([MISSED, BROKEN, MISSED]);
    expect(open).toHaveBeenCalledTimes(2);
  });

  it('parses the same events wherever chunks are split, within characters and line ends too', async () => {
    const text =
      ': open\r\n\r\nevent: order\r\ndata: {"note":"naïve –"}\r\n\r\nevent: slots\ndata: {"left":\ndata: 3}\n\n';
    const bytes = new TextEncoder().encode(text);
    const events = [
      { event: MISSED, data: null },
      { event: 'order', data: { note: 'naïve –' } },
      { event: 'slots', data: { left: 3 } },
    ];
    async function receivedFrom(parts: Uint8Array[]) {
      const stop = new AbortController();
      const received: LiveEvent[] = [];
      const body = new ReadableStream({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          controller.close();
        },
      });
      jest.spyOn(api, 'open').mockResolvedValue({ body } as Response);
      await listen('/stream', stop.signal, (event) => {
        if (event.event === BROKEN) stop.abort();
        else received.push(event);
      });
      return received;
    }
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(await receivedFrom([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(events);
    }
    expect(await receivedFrom(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(events);
  });

  it('closes the stream with its last subscriber', async () => {
    const stop = new AbortController();
    const open = jest.spyOn(api, 'open').mockImplementation(
      (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const listening = listen('/stream', stop.signal, () => {});
    stop.abort();
    expect(open.mock.calls[0]?.[1].aborted).toBe(true);
    await listening;
  });

  it("calls the component's current handler without reconnecting", async () => {
    let send = (_: string) => {};
    const body = new ReadableStream({
      start(controller) {
        send = (text) => controller.enqueue(new TextEncoder().encode(text));
      },
    });
    const open = jest.spyOn(api, 'open').mockResolvedValue({ body } as Response);
    const received: string[] = [];
    const { rerender } = renderHook(
      (name) => useLive('product:cap', ({ event }) => received.push(`${name}: ${event}`)),
      {
        initialProps: 'before',
      },
    );
    await waitFor(() => expect(received).toEqual([`before: ${MISSED}`]));
    rerender('now');
    send('event: slots\ndata: {"productId":"cap"}\n\nevent: slots\ndata: {"productId":"hoodie"}\n\n');
    await waitFor(() => expect(received).toEqual([`before: ${MISSED}`, 'now: slots']));
    expect(open.mock.calls.map(([path]) => path)).toEqual(['/api/live?topics=product%253Acap']);
  });

  it('ends when the server refuses', async () => {
    const open = jest.spyOn(api, 'open').mockRejectedValue(new ApiError('stream', 'no', 404));

    await listen('/stream', new AbortController().signal, () => {});

    expect(open).toHaveBeenCalledTimes(1);
  });

  it('retries while too many streams are open', async () => {
    const stop = new AbortController();
    const open = jest.spyOn(api, 'open').mockRejectedValueOnce(new ApiError('stream', 'too many', 429));
    open.mockResolvedValue(ended);
    jest.spyOn(Math, 'random').mockReturnValue(-1);

    await listen('/stream', stop.signal, () => stop.abort());

    expect(open).toHaveBeenCalledTimes(2);
  });
});
