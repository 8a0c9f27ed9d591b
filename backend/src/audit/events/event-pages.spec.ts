import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writerOf } from '@supreme-access/test/fixtures/written-log.js';
import { openLmdbEventLog } from '../../stores/event-log/lmdb-event-log.js';
import { EventPages } from './event-pages.js';

it('shows the link of what follows an event without a hash as one that holds to the one before that', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'pages-'));
  const log = await openLmdbEventLog(directory);
  const write = writerOf(log);
  const { metadata } = await write.ours('order-1');
  await write.foreign('order-1');
  await write.ours('order-1', 'ThingHappened', {}, metadata.hash);
  const pages = new EventPages(log);
  const chain = async (revision: number) => (await pages.of(`order-1@${revision}`)).chain;
  expect(await chain(0)).toMatchObject({ holds: true, previousHash: '', before: null, after: 2 });
  expect(await chain(1)).toMatchObject({ holds: false });
  expect(await chain(2)).toMatchObject({ holds: true, previousHash: metadata.hash, before: 2, after: null });
  await log.close();
  await rm(directory, { recursive: true });
});
