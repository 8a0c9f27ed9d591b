import { jest } from '@jest/globals';
import { PartnerLimit } from './partner-limit.js';

describe('how many may be at a partner at once', () => {
  const never = new AbortController().signal;
  let limit: PartnerLimit;
  beforeEach(() => {
    jest.useFakeTimers({ now: 1_000_000 });
    limit = new PartnerLimit(100, 64);
  });
  afterEach(() => jest.useRealTimers());
  const settle = () => jest.advanceTimersByTimeAsync(0);
  const fill = async () => {
    const places: (() => void)[] = [];
    for (let place = limit.now; place > 0; place -= 1) places.push((await limit.take(never)) as () => void);
    return places;
  };

  it('is never more than its places, and the next comes in the order of asking', async () => {
    const [leave] = await fill();
    const entered: number[] = [];
    for (const one of [1, 2]) void limit.take(never).then(() => entered.push(one));
    await settle();
    expect(entered).toEqual([]);
    leave?.();
    await settle();
    expect(entered).toEqual([1]);
  });

  it('is raised while all places are taken and it answers well, up to the most there are', async () => {
    limit.recordResult(null);
    expect(limit.now).toBe(64);
    await fill();
    for (let answers = 0; answers < 10; answers += 1) limit.recordResult(null);
    // Where there is a free place there is no need for more.
    expect(limit.now).toBe(65);
    for (let round = 0; round < 36; round += 1) {
      await limit.take(never);
      limit.recordResult(null);
    }
    expect(limit.now).toBe(100);
  });

  it.each([['busy'], ['aborted']])('is halved once a round when it says it has enough: %s', (trouble) => {
    for (let answers = 0; answers < 5; answers += 1) limit.recordResult(trouble);
    expect(limit.now).toBe(32);
    jest.setSystemTime(Date.now() + 1_000);
    limit.recordResult(trouble);
    expect(limit.now).toBe(16);
  });

  it('is never less than one', () => {
    for (let round = 0; round < 20; round += 1) {
      limit.recordResult('busy');
      jest.setSystemTime(Date.now() + 1_000);
    }
    expect(limit.now).toBe(1);
  });

  it('rises slowly after it has had enough once', async () => {
    limit.recordResult('busy');
    const places = await fill();
    for (let answers = 0; answers < 31; answers += 1) limit.recordResult(null);
    expect(limit.now).toBe(32);
    for (let answers = 0; answers < 3; answers += 1) limit.recordResult(null);
    expect(limit.now).toBe(33);
    expect(places).toHaveLength(32);
  });

  it('lets nobody in for as long as it asks for, and not for longer than a minute', async () => {
    limit.recordResult('server-error', 7_000);
    const entered = jest.fn();
    void limit.take(never).then(entered);
    await jest.advanceTimersByTimeAsync(6_900);
    expect(entered).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(200);
    expect(entered).toHaveBeenCalled();

    limit.recordResult('busy', 3_600_000);
    void limit.take(never).then(entered);
    await jest.advanceTimersByTimeAsync(60_100);
    expect(entered).toHaveBeenCalledTimes(2);
  });

  it('lets nobody in before the longest time it asks for, whatever it asks for besides', async () => {
    const entered = jest.fn();
    limit.recordResult('busy', 20_000);
    limit.recordResult('busy', 40_000);
    limit.recordResult('busy', 5_000);
    limit.recordResult('busy');
    void limit.take(never).then(entered);
    await jest.advanceTimersByTimeAsync(39_999);
    expect([entered.mock.calls, limit.isClosed, limit.room]).toEqual([[], true, 0]);
    await jest.advanceTimersByTimeAsync(1);
    expect([entered.mock.calls.length, limit.isClosed]).toEqual([1, false]);
  });

  it('keeps to the time it asks for while calls that were under way are answered well', async () => {
    const entered = jest.fn();
    const leave = limit.enter();
    limit.recordResult('busy', 10_000);
    limit.recordResult(null);
    leave();
    void limit.take(never).then(entered);
    await jest.advanceTimersByTimeAsync(9_999);
    expect(entered).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(entered).toHaveBeenCalledTimes(1);
  });

  it('leaves its room to who waits for a place', async () => {
    const [leave] = await fill();
    expect(limit.room).toBe(0);
    const next = limit.take(never);
    leave?.();
    const left = await next;
    expect(limit.room).toBe(0);
    left?.();
    left?.();
    expect(limit.room).toBe(1);
    limit.enter();
    expect(limit.room).toBe(0);
  });

  it('is left alone by other trouble', () => {
    for (const trouble of ['connection', 'server-error']) limit.recordResult(trouble);
    expect(limit.now).toBe(64);
  });

  it('is not waited for by who gives up', async () => {
    const [leave] = await fill();
    const gaveUp = new AbortController();
    const turn = limit.take(gaveUp.signal);
    gaveUp.abort();
    expect(await turn).toBeNull();
    const next = limit.take(never);
    leave?.();
    expect(await next).toEqual(expect.any(Function));
    expect(await limit.take(gaveUp.signal)).toBeNull();
  });
});
