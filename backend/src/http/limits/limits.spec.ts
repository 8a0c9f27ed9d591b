import { jest } from '@jest/globals';
import { startMongo } from '@supreme-access/test/emulators/mongo/server.js';
import { inRequest, RequestContext, somethingWasTried } from '../../telemetry/request-context.js';
import { giveBackUntried, type Limit, type LimitStore, Limits } from './limits.js';
import { memoryLimits } from './memory-limits.js';
import { openMongoLimits } from './mongo-limits.js';

const THREE = { name: 'guesses', max: 3, seconds: 600 };
const made = (store: LimitStore) => new Limits(store, 'a secret of the vault');
const take = async (limit: Limit, times: number, name = 'ada') => {
  for (let i = 0; i < times; i += 1) await limit.take(name);
};

describe.each([
  ['in memory', async () => ({ limits: memoryLimits, close: async () => {} })],
  [
    'in MongoDB',
    async () => {
      const server = await startMongo();
      const { limits, close } = await openMongoLimits(server.url);
      return { limits, close: () => close().then(() => server.stop()) };
    },
  ],
])('a limit %s', (_, open) => {
  let opened: { limits: LimitStore; close(): Promise<void> };
  let limit: Limit;
  beforeEach(async () => {
    opened = await open();
    limit = made(opened.limits).of(THREE);
  });
  afterEach(() => opened.close());

  it('refuses what is more than its maximum, and says when trying again makes sense', async () => {
    await take(limit, 3);
    const refusal = await limit.take('ada').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'too-many', kind: 'too-many' });
    const { retryAfter } = refusal as { retryAfter: number };
    expect([retryAfter > 590, retryAfter <= 600]).toEqual([true, true]);
  });

  it('holds for one name and one rule alone', async () => {
    await take(limit, 3);
    await expect(limit.take('bob')).resolves.toBeUndefined();
    await expect(
      made(opened.limits)
        .of({ ...THREE, name: 'others' })
        .take('ada'),
    ).resolves.toBeUndefined();
  });

  it('lets no more pass when they come at once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => limit.take('ada')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  it('takes again what a request was counted for in which nothing was tried, and not twice what is settled', async () => {
    await inRequest(new RequestContext(), async () => {
      await take(limit, 3);
      await limit.giveBack('ada');
      await giveBackUntried();
      await giveBackUntried();
    });
    expect(await limit.counted('ada')).toBe(0);
    await inRequest(new RequestContext(), async () => {
      await take(limit, 2);
      somethingWasTried();
      await giveBackUntried();
    });
    await giveBackUntried();
    expect(await limit.counted('ada')).toBe(2);
  });

  it('lets whoever took it know that it was given back so, and not that it was settled', async () => {
    const forgotten: string[] = [];
    const takeAs = (name: string) => limit.take(name, undefined, () => forgotten.push(name));
    await inRequest(new RequestContext(), async () => {
      await takeAs('ada');
      await takeAs('bob');
      await limit.giveBack('bob');
      await giveBackUntried();
    });
    expect(forgotten).toEqual(['ada']);
  });

  it('counts nothing for a request that has no time left', async () => {
    const counting = inRequest(new RequestContext(0), () => limit.take('ada'));
    await expect(counting).rejects.toThrow('no time is left');
    expect(await limit.counted('ada')).toBe(0);
  });

  it('takes again what was given back', async () => {
    await take(limit, 3);
    await limit.giveBack('ada');
    await expect(limit.take('ada')).resolves.toBeUndefined();
    await expect(limit.take('ada')).rejects.toMatchObject({ code: 'too-many' });
  });

  it('knows how many were counted, until it forgets them', async () => {
    expect([await limit.count('ada'), await limit.count('ada', 5)]).toEqual([1, 6]);
    await limit.giveBack('ada', 4);
    expect([await limit.counted('ada'), await limit.counted('bob')]).toEqual([2, 0]);
    await limit.forget('ada');
    expect(await limit.counted('ada')).toBe(0);
  });
});

describe('limits in memory', () => {
  afterEach(() => jest.useRealTimers());

  it('begin anew when their time is over', async () => {
    jest.useFakeTimers();
    const limit = made(memoryLimits).of(THREE);
    await take(limit, 3);
    jest.advanceTimersByTime(599_000);
    await expect(limit.take('ada')).rejects.toMatchObject({ retryAfter: 1 });
    jest.advanceTimersByTime(1_000);
    await expect(limit.take('ada')).resolves.toBeUndefined();
  });

  it('hold a bounded number of names: the ones seen last', async () => {
    const counts = memoryLimits(THREE);
    await counts.penalty('ada', 3);
    for (let i = 0; i < 50_000; i += 1) await counts.penalty(`name-${i}`);
    expect([await counts.get('ada'), (await counts.get('name-49999'))?.consumedPoints]).toEqual([null, 1]);
  });
});

describe('limits in MongoDB', () => {
  it('are shared by all processes, and hold no name that could be read', async () => {
    const received: string[] = [];
    const server = await startMongo({ hear: (command) => received.push(JSON.stringify(command.query?.key ?? '')) });
    const [one, other] = [await openMongoLimits(server.url), await openMongoLimits(server.url)];
    await take(made(one.limits).of(THREE), 3);
    await expect(made(other.limits).of(THREE).take('ada')).rejects.toMatchObject({ code: 'too-many' });
    const keys = received.filter((key) => key !== '""');
    expect(new Set(keys)).toEqual(new Set([expect.stringMatching(/^"guesses:[\w-]{43}"$/)]));
    expect(keys).toHaveLength(4);
    await Promise.all([one.close(), other.close()]);
    await server.stop();
  });

  it('count nothing twice: what was not answered in time is counted by the process', async () => {
    const counts: unknown[] = [];
    const server = await startMongo({ hear: ({ findAndModify, query }) => findAndModify && counts.push(query.key) });
    const { limits, close } = await openMongoLimits(server.url, { answerMs: 20 });
    const limit = made(limits).of(THREE);
    server.faults.next('delay');
    await limit.take('ada');
    await close();
    await server.stop();
    expect(counts).toHaveLength(1);
  });

  it('are each process its own while the server is away, and refuse nobody for that', async () => {
    const server = await startMongo();
    const { limits, close } = await openMongoLimits(server.url, { connectMs: 100, answerMs: 100 });
    const limit = made(limits).of({ ...THREE, max: 1 });
    await server.stop();
    await expect(limit.take('ada')).resolves.toBeUndefined();
    await expect(limit.take('ada')).rejects.toMatchObject({ code: 'too-many' });
    await close();
  });
});
