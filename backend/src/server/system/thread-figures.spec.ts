import { jest } from '@jest/globals';
import type { Streams } from '../../event-sourcing/streams.js';
import { StoreCalls } from '../../stores/store-calls.js';
import { type Figures, ThreadFigures } from './thread-figures.js';

describe('the figures of both threads', () => {
  afterEach(() => void jest.useRealTimers());

  it('keep those of a thread that is late, so that no counter falls', async () => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    const theirs: Figures = { thread: 'follows', appends: 7, conflicts: 1, loopDelay: 0, calls: [] };
    const answers = [Promise.resolve(theirs), new Promise<never>(() => undefined)];
    const follower = { call: () => answers.shift() as Promise<never> };
    const streams = { counts: { appends: 2, conflicts: 0 } } as Streams;
    const calls = new StoreCalls();
    const figures = new ThreadFigures({ part: 'answers' }, streams, calls, follower);
    const appends = async () => {
      const pending = figures.all();
      await jest.advanceTimersByTimeAsync(2_000);
      return (await pending).map((one) => one.appends);
    };
    expect(await appends()).toEqual([2, 7]);
    expect(await appends()).toEqual([2, 7]);
    figures.onModuleDestroy();
  });
});
