import { jest } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { StoreUnavailable } from '../telemetry/store-unavailable.js';
import type { Platform } from './platform.js';
import { makeReady } from './server.js';

/** Everything it is asked for is done at once. */
const app = {
  get: () => new Proxy({}, { get: () => async () => undefined }),
} as unknown as INestApplicationContext;

describe('a start whose read models are folded for long', () => {
  afterEach(() => jest.restoreAllMocks());

  it('says how far they are, and goes on where the log is away meanwhile', async () => {
    const every = jest.spyOn(globalThis, 'setInterval');
    const heads = [Promise.resolve(200), Promise.reject(new StoreUnavailable('the log is away')), Promise.resolve(200)];
    let folded: () => void = () => undefined;
    const reachEnd = () =>
      new Promise<void>((resolve) => {
        folded = resolve;
      });
    const info = jest.fn();
    const projector = { position: 50, head: () => heads.shift(), reachEnd };
    const platform = { projector, logger: { info }, startup: { isOver: false } } as unknown as Platform;

    const ready = makeReady(app, platform, async () => undefined, new AbortController().signal);
    const say = every.mock.calls[0]?.[0] as () => Promise<void>;
    for (let time = 0; time < 3; time += 1) await say();
    folded();
    await ready;

    const progress = { position: 50, percent: 25 };
    expect(info.mock.calls.map(([line]) => line)).toEqual([progress, progress]);
    expect(platform.startup.isOver).toBe(true);
  });

  it('goes on with its first steps once a store that was away meanwhile answers', async () => {
    const tries: string[] = [];
    const firstSteps = async () => {
      tries.push('first steps');
      if (tries.length === 1) throw new StoreUnavailable('the log is away');
    };
    const projector = { position: 0, head: async () => 0, reachEnd: async () => undefined };
    const platform = { projector, startup: { isOver: false } } as unknown as Platform;

    await makeReady(app, platform, firstSteps, new AbortController().signal);

    expect(tries).toEqual(['first steps', 'first steps']);
    expect(platform.startup.isOver).toBe(true);
  });
});
