import { happens, logOf } from '@supreme-access/test/fixtures/history.js';
import type { EventLog } from '../../stores/event-log/event-log.js';
import { EventTail } from './event-tail.js';

const [FIRST, SECOND] = logOf([0, 1].map((n) => happens(n, 'OrderClosed', { reason: 'sold-out' })));

/** A log whose end is told when it is let, and which is subscribed to from there. */
function slowLog() {
  const there = [FIRST];
  let letHead: (outcome: Promise<number>) => void = () => {};
  const head = new Promise<number>((resolve) => (letHead = resolve));
  const log: Pick<EventLog, 'head' | 'subscribe'> = {
    head: () => head,
    async *subscribe({ after = 0 }) {
      const events = there.flatMap((event) => (event && event.position > after ? [event] : []));
      if (events.length > 0) yield { events, isLive: true } as never;
    },
  };
  return { tail: new EventTail(log as EventLog), there, letHead };
}

describe('who follows the log', () => {
  it('learns that it begins once it is known where, and misses nothing from then on', async () => {
    const { tail, there, letHead } = slowLog();
    let isOpen = false;
    const received = new Promise<number[]>((resolve) => {
      const listening = tail.listen({}, ({ events }) => resolve(events.map(({ position }) => position)));
      void listening.then(() => (isOpen = true));
    });
    await new Promise(setImmediate);
    expect(isOpen).toBe(false);
    letHead(Promise.resolve(FIRST?.position ?? 0));
    await new Promise(setImmediate);
    expect(isOpen).toBe(true);
    there.push(SECOND);
    expect(await received).toEqual([SECOND?.position]);
    await tail.onModuleDestroy();
  });

  it('is notified when the log cannot say where it ends, and may come again', async () => {
    const { tail, letHead } = slowLog();
    letHead(Promise.reject(new Error('the log is away')));
    for (let time = 0; time < 2; time += 1) {
      await expect(tail.listen({}, () => {})).rejects.toThrow('the log is away');
    }
    await tail.onModuleDestroy();
  });
});
