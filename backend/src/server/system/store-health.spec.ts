import { jest } from '@jest/globals';
import type { LogWatch } from '../../event-sourcing/log-watch.js';
import type { LiveEvents } from '../../projections/live-events.js';
import type { Projector } from '../../projections/projector.js';
import { StorageRoom } from '../../stores/storage-room.js';
import { StoreCalls } from '../../stores/store-calls.js';
import { referencedSecret } from '../../stores/vault/referenced-secret.js';
import type { Vault } from '../../stores/vault/vault.js';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';
import { StoreHealth } from './store-health.js';

const never = () => new Promise<never>(() => undefined);
const refusal = (reason: Error) => () => Promise.reject(reason);

describe('what readiness shows of the stores', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Stores that are well, but for what is named. */
  async function healthOf(
    {
      head = async () => 7,
      stored = async () => 7,
      get = async () => 'erased' as unknown,
      free = 64 * 2 ** 20,
      replaced = null as string | null,
      doubt = null as string | null,
    },
    calls = new StoreCalls(),
  ) {
    const projector = { head, stored, progress: () => ({ caughtUp: true }) } as unknown as Projector;
    const live = { trouble: null } as unknown as LiveEvents;
    const vault = { get: async () => undefined as unknown, getMany: async () => new Map([['a', await get()]]) };
    // The vault is asked once it has lacked what an event names.
    await referencedSecret(vault as unknown as Vault, 'card', 'a').catch(() => undefined);
    const storage = new StorageRoom({ free: () => free, least: 64 * 2 ** 20 });
    const watch = { replaced, doubt } as LogWatch;
    const asking = new StoreHealth(projector, live, calls, storage, watch, vault as unknown as Vault).ask();
    await jest.advanceTimersByTimeAsync(2_000);
    return asking;
  }

  it('is the head of the log, and nothing else while all of them answer', async () => {
    expect(await healthOf({})).toEqual({
      head: 7,
      silent: null,
      deaf: null,
      full: null,
      replaced: null,
      lacking: [],
      healthChecks: [],
    });
  });

  it('is why the log is not the one that was opened', async () => {
    const replaced = 'The event log is another one.';
    expect(await healthOf({ replaced })).toMatchObject({ replaced });
  });

  it('is that the log is compared again', async () => {
    const doubt = 'the event log ends before what is known of it, and is compared again';
    expect(await healthOf({ doubt })).toMatchObject({ silent: doubt, replaced: null });
  });

  it('is that the disk has no room for anything new, and how little there is', async () => {
    const full = 'the disk of DATA_DIR is full: 63 MiB are left and 64 are needed';
    expect(await healthOf({ free: 64 * 2 ** 20 - 1 })).toMatchObject({ full });
  });

  it.each([
    ['event log', { head: never }],
    ['read models', { stored: never }],
    ['vault', { get: never }],
  ])('names the %s, whichever product keeps it, once it has not answered for two seconds', async (store, trouble) => {
    expect(await healthOf(trouble)).toMatchObject({ silent: `no answer from the ${store}` });
  });

  it('is nothing of a store that is late while it answers others, or that this process is too busy to hear', async () => {
    const calls = new StoreCalls();
    const answered = calls.make(
      'the event log',
      'a stream',
      () => new Promise((resolve) => setTimeout(resolve, 1_000)),
    );
    expect(await healthOf({ head: never }, calls)).toMatchObject({ head: null, silent: null });
    await answered;
    const now = performance.now.bind(performance);
    // half of the time it hears nothing
    const heardTime = jest.spyOn(performance, 'now').mockImplementation(() => now() / 2);
    const busy = await healthOf({ head: never, stored: never, get: never });
    heardTime.mockRestore();
    expect(busy).toMatchObject({ head: null, silent: null, lacking: [] });
  });

  it.each([
    ['event log', { head: refusal(new Error('no space left')) }],
    ['read models', { stored: refusal(new Error('no space left')) }],
    ['vault', { get: refusal(new Error('no space left')) }],
  ])('shows what the %s says where it refuses', async (store, trouble) => {
    expect(await healthOf(trouble)).toMatchObject({ silent: `the ${store}: no space left` });
  });

  it('is the words of the product that keeps it where that is known to be away', async () => {
    const away = new StoreUnavailable('EventStoreDB does not answer');
    expect(await healthOf({ head: refusal(away) })).toMatchObject({ head: null, silent: away.message });
  });
});
