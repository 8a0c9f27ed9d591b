import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventStoreEmulator, startEventStore } from '@supreme-access/test/emulators/eventstore/server.js';
import { type EventLog, type EventMetadata, NO_STREAM } from '../stores/event-log/event-log.js';
import { openEventStoreLog } from '../stores/event-log/eventstore-opening.js';
import { openLmdbEventLog } from '../stores/event-log/lmdb-event-log.js';
import { ACCEPTANCES, Acceptances } from './acceptances.js';
import { INSTALLATION, makeInstallation } from './installation.js';
import { systemEvent } from './system-event.js';
import { assertSystemWhole } from './system-streams.js';

const foreign = { id: '46215781-8538-4ac3-a8ae-ad3cb6599e22', type: 'Bar', data: {}, metadata: {} as EventMetadata };
const look = (log: EventLog) => assertSystemWhole(log, new Acceptances(log));

describe('the streams that everything rests on', () => {
  let directory: string;
  let log: EventLog;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'system-'));
    log = await openLmdbEventLog(directory);
    await makeInstallation(log, 'i-1', {});
  });
  afterEach(async () => {
    await log.close();
    await rm(directory, { recursive: true });
  });

  it.each([
    ['staff-all', NO_STREAM],
    [INSTALLATION, 0],
    [ACCEPTANCES, NO_STREAM],
    ['vault-watermark', NO_STREAM],
  ])('end the start with a sentence where somebody else wrote: %s', async (stream, expected) => {
    await look(log);
    await log.append(stream, expected, [foreign]);
    await expect(look(log)).rejects.toThrow(
      `${stream} is locked: its event at revision ${expected + 1} was not written by this program.`,
    );
    await expect(look(log)).rejects.toThrow(`npm run audit -- accept ${stream} ${expected + 1}`);
    const isOwn = stream === ACCEPTANCES;
    const data = {
      stream,
      revision: expected + 1,
      eventId: foreign.id,
      damage: 'no-envelope',
      reason: 'a slip',
    } as const;
    const end = isOwn ? { revision: 0, hash: '' } : undefined;
    const accepted = systemEvent(ACCEPTANCES, { type: 'DamageAccepted', data }, end, {});
    await log.append(ACCEPTANCES, isOwn ? 0 : NO_STREAM, [accepted]);
    await look(log);
  });
});

describe('the streams that everything rests on, in EventStoreDB', () => {
  let server: EventStoreEmulator;
  let log: EventLog;
  beforeEach(async () => {
    server = await startEventStore();
    log = await openEventStoreLog(server.url);
    await makeInstallation(log, 'i-1', {});
  });
  afterEach(async () => {
    await log.close();
    await server.stop();
  });

  it('end the start where the marks of its vaults were deleted, by which an older one is known', async () => {
    await look(log);
    const mark = systemEvent(
      'vault-watermark',
      { type: 'VaultMarked', data: { mark: 'm', at: 0, after: 0 } },
      undefined,
      {},
    );
    await log.append('vault-watermark', NO_STREAM, [mark]);
    await look(log);
    server.store.softDelete('vault-watermark');
    await expect(look(log)).rejects.toThrow(/^The event log cannot be used: vault-watermark is locked: .*Remove \$tb/);
  });

  it('end the start where an operator deleted one, and nothing is made anew', async () => {
    server.store.softDelete(INSTALLATION);
    await expect(look(log)).rejects.toThrow(/its beginning was deleted.*Remove \$tb, \$maxCount and \$maxAge from/);
    expect(server.store.of(INSTALLATION)).toHaveLength(1);
    server.store.tombstone(INSTALLATION);
    await expect(look(log)).rejects.toThrow(/was deleted for ever.*Restore a backup/);
  });
});
