import { parseEvents, reconnectPause } from './live.js';

describe('a stream of events', () => {
  it('is cut into whole events, and the rest waits', () => {
    const { events, rest } = parseEvents('event: slots\ndata: {"reserved":3}\n\nevent: order\ndata: {"or');
    expect(events).toEqual([{ event: 'slots', data: { reserved: 3 } }]);
    expect(parseEvents(`${rest}derId":"a"}\n\n`).events).toEqual([{ event: 'order', data: { orderId: 'a' } }]);
  });

  it('may use carriage returns, several data lines and comments', () => {
    const { events } = parseEvents(': still here\r\n\r\ndata: {"a":\r\ndata: 1}\r\n\r\n');
    expect(events).toEqual([{ event: 'message', data: { a: 1 } }]);
  });

  it('may hold nonsense, which is left out', () => {
    expect(parseEvents('event: order\ndata: not json\n\n').events).toEqual([]);
  });
});

describe('the pause before reconnecting', () => {
  it('doubles up to half a minute, with jitter downwards', () => {
    expect([0, 1, 2, 9].map((attempt) => reconnectPause(attempt, 1))).toEqual([1_000, 2_000, 4_000, 30_000]);
    expect(reconnectPause(3, 0)).toBe(4_000);
  });
});
