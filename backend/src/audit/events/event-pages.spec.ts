import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { jest } from '@jest/globals';
import { events } from '@supreme-access/test/fixtures/event-log.js';
import { writerOf } from '@supreme-access/test/fixtures/written-log.js';
import type { EventLog } from '../../stores/event-log/event-log.js';
import { openLmdbEventLog } from '../../stores/event-log/lmdb-event-log.js';
import { EventPages } from './event-pages.js';

/** so many events that what was before them is not near any more */
const FAR = 400;

describe('the page of an event', () => {
  let directory: string;
  let log: EventLog;
  let write: ReturnType<typeof writerOf>;
  let pages: EventPages;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'pages-'));
    log = await openLmdbEventLog(directory);
    write = writerOf(log);
    pages = new EventPages(log);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await log.close();
    await rm(directory, { recursive: true });
  });

  it('shows the link of what follows an event without a hash as one that holds to the one before that', async () => {
    const { metadata } = await write.ours('order-1');
    await write.foreign('order-1');
    await write.ours('order-1', 'ThingHappened', {}, metadata.hash);
    const chain = async (revision: number) => (await pages.of(`order-1@${revision}`)).chain;
    expect(await chain(0)).toMatchObject({ holds: true, previousHash: '', before: null, after: 2 });
    expect(await chain(1)).toMatchObject({ holds: false });
    expect(await chain(2)).toMatchObject({ holds: true, previousHash: metadata.hash, before: 2, after: null });
  });

  it('shows what happened to that which a mail is about, however long before', async () => {
    await write.ours('order-1');
    await log.append('thing-1', -1, events(FAR));
    await write.ours('mail-order-1:closed', 'MailSent', { about: 'order-1', kind: 'closed', which: '' });
    const { correlated } = await pages.of('mail-order-1:closed@0');
    expect(correlated.map(({ stream }) => stream)).toEqual(['order-1']);
  });

  it('says that its cause is missing where it was not found in time, and not where the log has none', async () => {
    const [cause] = events(1);
    if (!cause) throw new Error('there is one');
    await log.append('thing-0', -1, [cause]);
    await log.append('thing-1', -1, events(FAR));
    const caused = (causationId: string) =>
      events(1).map((event) => ({ ...event, metadata: { ...event.metadata, causationId } }));
    await log.append('thing-2', -1, caused(cause.id));
    await log.append('thing-3', -1, caused('of no event'));
    const isCut = async (id: string) => (await pages.of(id)).graph.isCut;
    expect([await isCut('thing-2@0'), await isCut('thing-3@0')]).toEqual([false, false]);
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
    expect(await isCut('thing-2@0')).toBe(true);
  });
});
