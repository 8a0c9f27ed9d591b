import { jest } from '@jest/globals';
import { inRequest, RequestContext } from '../telemetry/request-context.js';
import { StoreUnavailable } from '../telemetry/store-unavailable.js';
import type { EventLog } from './event-log/event-log.js';
import { StoreCalls } from './store-calls.js';
import type { Vault } from './vault/vault.js';
import { watchedLog, watchedVault } from './watched-stores.js';

/** Settles when it is told to. */
function held<T>() {
  let answer: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    answer = resolve;
  });
  return { promise, answer };
}
const happened = (promise: Promise<unknown>) => Promise.race([promise, 'nothing yet']);

describe('the calls to a store', () => {
  let calls: StoreCalls;
  beforeEach(() => {
    jest.useFakeTimers();
    calls = new StoreCalls();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
  /** One turn of the event loop takes so many seconds: no timer fires in it. */
  const busyFor = (count: number) => {
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + count * 1_000);
  };
  const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1_000);

  it('say after five seconds which store hangs, by the oldest of them, until it has answered', async () => {
    const [first, second] = [held<boolean>(), held<boolean>()];
    const puts = [first, second];
    const vault = watchedVault({ put: () => puts.shift()?.promise } as unknown as Vault, calls);
    const putting = vault.put('card', 'a', 1);
    await seconds(3);
    void vault.put('card', 'b', 1);
    expect(calls.hung()).toBeNull();
    await seconds(2);
    expect(calls.hung()).toBe('no answer from the vault for 5 s (a record that is put)');
    first.answer(true);
    expect(await putting).toBe(true);
    expect(calls.hung()).toBeNull();
    await seconds(4);
    // it has answered meanwhile
    expect(calls.hung()).toBeNull();
    await seconds(1);
    expect(calls.hung()).toBe('no answer from the vault for 5 s (a record that is put)');
    second.answer(true);
    await seconds(0);
    expect(calls.hung()).toBeNull();
  });

  it('are given up after ten seconds, and still count until they settle', async () => {
    const put = held<boolean>();
    const vault = watchedVault({ put: () => put.promise } as unknown as Vault, calls);
    const failure = vault.put('card', 'a', 1).catch((error: unknown) => error);
    await seconds(9);
    expect(await happened(failure)).toBe('nothing yet');
    await seconds(2);
    expect(await failure).toEqual(new StoreUnavailable('no answer from the vault'));
    expect(calls.hung()).toContain('the vault');
    put.answer(true);
    await seconds(0);
    expect(calls.hung()).toBeNull();
  });

  it('are given up with the time of their request, and none is made after that; of another one each waits its own', async () => {
    let made = 0;
    const get = () => {
      made += 1;
      return new Promise(() => undefined);
    };
    const vault = watchedVault({ get } as unknown as Vault, calls);
    const asking = (request: RequestContext) =>
      inRequest(request, () => vault.get('card', 'a')).catch((error: unknown) => error);
    const early = new RequestContext(7_000);
    const first = asking(early);
    await seconds(6);
    const second = asking(early);
    const other = asking(new RequestContext());
    await seconds(1.1);
    const refusal = new StoreUnavailable('no answer from the vault');
    expect([await first, await second, await happened(other)]).toEqual([refusal, refusal, 'nothing yet']);
    expect([await asking(early), made]).toEqual([refusal, 3]);
    await seconds(10);
    expect(await other).toEqual(refusal);
  });

  it('of a log: a reading counts from step to step, and an append is never given up', async () => {
    const appended = held<{ revision: number; position: number }>();
    async function* events() {
      for (let i = 0; ; i += 1) yield await new Promise((resolve) => setTimeout(resolve, 4_000, i));
    }
    const log = watchedLog({ readStream: events, append: () => appended.promise } as unknown as EventLog, calls);
    let read = 0;
    const reading = (async () => {
      for await (const _ of log.readStream('thing-1')) if (++read === 4) return;
    })();
    for (let i = 0; i < 16; i += 1) {
      await seconds(1);
      expect(calls.hung()).toBeNull();
    }
    await reading;
    const appending = log.append('thing-1', -1, []);
    await seconds(60);
    expect(calls.hung()).toBe('no answer from the event log for 60 s (an append)');
    expect(await happened(appending)).toBe('nothing yet');
    appended.answer({ revision: 0, position: 1 });
    expect(await appending).toEqual({ revision: 0, position: 1 });
  });

  it('say nothing of a store that answers others while one waits, but for writes that wait while reads are answered', async () => {
    const put = held<boolean>();
    const get = () => new Promise((resolve) => setTimeout(resolve, 1_000));
    const vault = watchedVault({ put: () => put.promise, get } as unknown as Vault, calls);
    const slow = watchedVault({ get: () => put.promise } as unknown as Vault, calls)
      .get('card', 'slow')
      .catch(() => undefined);
    for (let second = 0; second < 8; second += 1) {
      void vault.get('card', 'a');
      await seconds(1);
      expect(calls.hung()).toBeNull();
    }
    void vault.put('card', 'a', 1);
    for (let second = 0; second < 5; second += 1) {
      void vault.get('card', 'a');
      await seconds(1);
    }
    expect(calls.hung()).toBe('no answer from the vault for 5 s (a record that is put)');
    put.answer(true);
    await slow;
    expect(calls.hung()).toBeNull();
  });

  it('wait no longer for what this process was too busy to hear', async () => {
    const put = held<boolean>();
    const vault = watchedVault({ put: () => put.promise } as unknown as Vault, calls);
    const putting = vault.put('card', 'a', 1);
    await seconds(1);
    busyFor(60);
    await seconds(3);
    expect(calls.hung()).toBeNull();
    expect(await happened(putting)).toBe('nothing yet');
    await seconds(1);
    expect(calls.hung()).toBe('no answer from the vault for 5 s (a record that is put)');
    put.answer(true);
    expect(await putting).toBe(true);
  });

  it('are refused, and not made, once a store has left ten thousand of them unanswered', async () => {
    let made = 0;
    const vault = watchedVault(
      {
        put: () => {
          made += 1;
          return new Promise<boolean>(() => undefined);
        },
      } as unknown as Vault,
      calls,
    );
    for (let i = 0; i < 10_000; i += 1) vault.put('card', String(i), 1).catch(() => undefined);
    await expect(vault.put('card', 'one more', 1)).rejects.toThrow(StoreUnavailable);
    expect(made).toBe(10_000);
  });

  it('that fail say why, and count no longer', async () => {
    const vault = watchedVault({ get: () => Promise.reject(new Error('no such kind')) } as unknown as Vault, calls);
    await expect(vault.get('card', 'a')).rejects.toThrow('no such kind');
    await seconds(6);
    expect(calls.hung()).toBeNull();
    expect(jest.getTimerCount()).toBe(0);
  });
});
