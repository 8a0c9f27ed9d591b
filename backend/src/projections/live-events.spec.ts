import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { events } from '@supreme-access/test/fixtures/event-log.js';
import { Arrivals } from '@supreme-access/test/support/arrivals.js';
import { type EventLog, NO_STREAM } from '../stores/event-log/event-log.js';
import { openLmdbEventLog } from '../stores/event-log/lmdb-event-log.js';
import { LiveEvents } from './live-events.js';
import type { BatchListener, Projector } from './projector.js';

describe('the events that a process must know at once', () => {
  let directory: string;
  let log: EventLog;
  let live: LiveEvents;
  let folded: BatchListener;
  let received: Arrivals<string>;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'live-'));
    log = await openLmdbEventLog(directory);
    const onBatch = (listener: BatchListener) => {
      folded = listener;
    };
    live = new LiveEvents(log, { onBatch } as unknown as Projector);
    received = new Arrivals();
    live.onEvent(({ category, id }) => received.push(`${category}-${id}`));
  });
  afterEach(async () => {
    await live.stop();
    await log.close();
    await rm(directory, { recursive: true });
  });

  const happen = (stream: string) => log.append(stream, NO_STREAM, events(1));
  async function hears(...streams: string[]): Promise<void> {
    await received.until(({ length }) => length >= streams.length);
    expect(received).toEqual(streams);
  }

  it('are received from the log itself, from its end on', async () => {
    await happen('account-before');
    await live.start();
    await happen('account-ada-lovelace');
    await hears('account-ada-lovelace');
  });

  it('are none of a stream that is not ours', async () => {
    await live.start();
    await happen('foo-1');
    await happen('account-ada');
    await hears('account-ada');
  });

  it('are delivered by the projections where they happened before the start', async () => {
    folded([{ type: 'PasswordChanged', category: 'account', id: 'ada', data: {}, at: 1 }] as never);
    await hears('account-ada');
  });

  it('are received once each when the subscription breaks, and it is said that it has', async () => {
    const { subscribe } = log;
    const subscriptions = new Arrivals<unknown>();
    let breaks = 2;
    log.subscribe = async function* (options) {
      subscriptions.push(options);
      for await (const batch of subscribe.call(log, options)) {
        if (batch.events.length === 0) continue;
        if (breaks > 0) {
          breaks -= 1;
          throw new Error('the subscription was dropped');
        }
        yield batch;
      }
    };
    await live.start();
    await happen('account-b');
    await subscriptions.until(({ length }) => length > 1);
    expect(live.trouble).toBe('the subscription was dropped');
    await happen('account-c');
    await hears('account-b', 'account-c');
    expect(live.trouble).toBeNull();
  });
});
