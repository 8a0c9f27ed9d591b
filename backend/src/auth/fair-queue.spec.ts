import { inRequest, RequestContext } from '../telemetry/request-context.js';
import { FairQueue } from './fair-queue.js';

class Busy extends Error {}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** One at a time, each ended by hand. */
function given(waiting = 1_000) {
  const turns = new FairQueue(['login', 'sign-up'], { atOnce: 1, waiting, busy: () => new Busy() });
  const done: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (lane: 'login' | 'sign-up', host: string, times = 1) =>
    Array.from({ length: times }, (_, n) =>
      turns.take(lane, host, async () => {
        done.push(`${host} ${n + 1}`);
        await new Promise<void>((end) => ends.push(end));
      }),
    );
  const serve = async (times: number) => {
    for (let i = 0; i < times; i += 1) {
      ends.shift()?.();
      await settled();
    }
  };
  return { ask, serve, done };
}

describe('a fair queue', () => {
  it('serves who comes after 250 of one host as the next but one', async () => {
    const { ask, serve, done } = given();
    ask('login', 'flood', 250);
    ask('login', 'ada');
    await serve(3);
    expect(done).toEqual(['flood 1', 'flood 2', 'ada 1', 'flood 3']);
  });

  it('serves the lanes in rotation, so that one that is full delays no other', async () => {
    const { ask, serve, done } = given();
    for (let host = 0; host < 50; host += 1) ask('sign-up', `bot-${host}`);
    ask('login', 'ada', 2);
    await serve(3);
    expect(done).toEqual(['bot-0 1', 'ada 1', 'bot-1 1', 'ada 2']);
  });

  it('sends away the last of the longest line for somebody of a shorter one, and nobody else', async () => {
    const { ask, serve, done } = given(10);
    const flood = ask('login', 'flood', 11);
    const [late] = ask('login', 'flood');
    await expect(late).rejects.toBeInstanceOf(Busy);
    ask('login', 'ada');
    await expect(flood.at(-1)).rejects.toBeInstanceOf(Busy);
    await serve(3);
    expect(done).toContain('ada 1');
  });

  it('sends away whose request has no time left, and keeps no place for them', async () => {
    const { ask, serve, done } = given();
    ask('login', 'ada');
    const [late] = inRequest(new RequestContext(0), () => ask('login', 'bob'));
    await expect(late).rejects.toBeInstanceOf(Busy);
    ask('login', 'eve');
    await serve(1);
    expect(done).toEqual(['ada 1', 'eve 1']);
  });

  it('gives the place of one that failed to the next', async () => {
    const turns = new FairQueue(['login'], { atOnce: 1, waiting: 1, busy: () => new Busy() });
    const failed = turns.take('login', 'ada', () => Promise.reject(new Error('out of memory')));
    const next = turns.take('login', 'ada', async () => 'done');
    await expect(failed).rejects.toThrow('out of memory');
    expect(await next).toBe('done');
    expect(await turns.take('login', 'ada', async () => 'free again')).toBe('free again');
  });
});
