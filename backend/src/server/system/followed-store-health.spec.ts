import { MessageChannel } from 'node:worker_threads';
import type { ReadinessCondition } from '@supreme-access/contract/shapes/system.js';
import type { Discovered } from '../../event-sourcing/discovered.js';
import type { Streams } from '../../event-sourcing/streams.js';
import { ThreadPort } from '../../stores/thread-port.js';
import { BothStoreHealth, serveStoreHealth } from './followed-store-health.js';
import { worse } from './readiness.js';
import type { StoreHealth, StoresSay } from './store-health.js';

const FINE: StoresSay = {
  head: 7,
  silent: null,
  deaf: null,
  full: null,
  replaced: null,
  lacking: [],
  healthChecks: [],
};

describe('the stores as both threads find them', () => {
  let [here, there]: ThreadPort[] = [];
  let theirs: StoresSay;
  let inDoubt: string | null;
  let healthChecks: ReadinessCondition[];
  beforeEach(() => {
    const { port1, port2 } = new MessageChannel();
    [here, there] = [new ThreadPort(port1), new ThreadPort(port2)];
    [theirs, inDoubt] = [FINE, null];
    const streams = { inDoubt: () => inDoubt } as unknown as Streams;
    healthChecks = [];
    const checks = { of: () => healthChecks.map((one) => ({ condition: () => one })) } as unknown as Discovered;
    serveStoreHealth({ ask: async () => theirs } as unknown as StoreHealth, streams, checks, there as ThreadPort);
  });
  afterEach(() => {
    here?.close();
    there?.close();
  });
  const both = (ours: Partial<StoresSay> = {}) =>
    new BothStoreHealth({ ask: async () => ({ ...FINE, ...ours }) }, here as ThreadPort).ask();

  it('are fine where both find them so', async () => {
    expect(await both()).toEqual(FINE);
  });

  it('are not where one does not', async () => {
    theirs = { ...FINE, head: 5, silent: 'no answer from the read models', lacking: ['card 1'] };
    expect(await both({ lacking: ['card 1', 'card 2'] })).toEqual({
      ...FINE,
      silent: 'no answer from the read models',
      lacking: ['card 1', 'card 2'],
    });
    theirs = FINE;
    inDoubt = 'the outcome of an append is unknown';
    expect(await both()).toEqual({ ...FINE, silent: inDoubt });
  });

  it('come with what the other thread alone knows to be late', async () => {
    const [name, todo] = ['Reconciliation', null];
    const fine: ReadinessCondition = { name, state: 'fine', says: 'No reconciliation is overdue.', todo };
    healthChecks = [{ name, state: 'late', says: 'The nightly reconciliation did not start.', todo }];
    const { healthChecks: theirs } = await both();
    expect(theirs).toEqual(healthChecks);
    expect(worse(fine, theirs)).toEqual(healthChecks[0]);
    expect(worse({ ...fine, state: 'late', says: 'It is overdue.' }, [fine])).toMatchObject({ says: 'It is overdue.' });
    expect(worse({ ...fine, name: 'Seals' }, theirs)).toMatchObject({ name: 'Seals', state: 'fine' });
  });

  it('are not where the other thread does not answer', async () => {
    there?.close();
    expect(await both()).toEqual({ ...FINE, silent: 'the thread that follows the event log does not answer' });
  });
});
