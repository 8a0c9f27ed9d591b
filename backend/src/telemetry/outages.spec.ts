import { jest } from '@jest/globals';
import { StoreCalls } from '../stores/store-calls.js';
import { createLogger } from './logger.js';
import { type Outages, outagesOf } from './outages.js';
import { LogReplaced, StorageFull, StoreUnavailable } from './store-unavailable.js';

describe('an outage of a store', () => {
  let written: Record<string, unknown>[];
  let logger: ReturnType<typeof createLogger>;
  let outages: Outages;
  let calls: StoreCalls;
  beforeEach(() => {
    jest.useFakeTimers();
    written = [];
    logger = createLogger('info', { write: (line) => void written.push(JSON.parse(line)) });
    outages = outagesOf(logger);
    calls = new StoreCalls(outages);
  });
  afterEach(() => jest.useRealTimers());
  const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1_000);
  const call = (answer: () => Promise<unknown>) => calls.make('the read models', 'a document', answer);
  const away = () => Promise.reject(new StoreUnavailable('MongoDB does not answer'));
  const fail = async () => {
    const error = await call(away).catch((reason: unknown) => reason);
    logger.error({ err: error, requestId: 'one of many' }, 'request failed');
  };

  it('is two lines, whatever failed for it: the second says how much, once there was no trouble for a while', async () => {
    for (let n = 0; n < 40; n += 1) {
      await fail();
      await seconds(1);
    }
    await call(async () => 'a row');
    await seconds(6);
    await call(async () => 'a row');
    await call(async () => 'a row');
    expect(
      written.map(({ msg, store, reason, seconds: lasted, calls: broken, failures }) => [
        msg,
        store,
        reason,
        lasted,
        broken,
        failures,
      ]),
    ).toEqual([
      [
        'a store does not answer: it is asked again until it does',
        'the read models',
        'MongoDB does not answer',
        undefined,
        undefined,
        undefined,
      ],
      ['the store answers again', 'the read models', undefined, 39, 40, 40],
    ]);
  });

  it('is one of a store that leaves calls without an answer', async () => {
    const given = call(() => new Promise(() => undefined)).catch(() => undefined);
    await seconds(11);
    await given;
    expect(written).toMatchObject([{ store: 'the read models', reason: 'no answer from the read models' }]);
  });

  it('hides nothing else, and nothing at all while there is none', async () => {
    logger.error({ err: new StoreUnavailable('too many') }, 'before');
    await fail();
    logger.error({ err: new Error('a bug') }, 'a bug');
    logger.error({ err: new StorageFull('no room') }, 'full');
    logger.error({ err: new LogReplaced('another log') }, 'replaced');
    expect(written.map(({ msg }) => msg)).toEqual([
      'before',
      'a store does not answer: it is asked again until it does',
      'a bug',
      'full',
      'replaced',
    ]);
  });

  it('is none where the store is another one', async () => {
    await expect(call(() => Promise.reject(new LogReplaced('another log')))).rejects.toThrow('another log');
    expect(written).toEqual([]);
  });

  it('that the event store reports of itself is the same one', async () => {
    outages.broke('the event log', 'UNAVAILABLE');
    outages.broke('the event log', 'UNAVAILABLE');
    expect(written).toHaveLength(1);
  });
});
