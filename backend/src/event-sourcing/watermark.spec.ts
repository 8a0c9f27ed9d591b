import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventStoreEmulator, startEventStore } from '@supreme-access/test/emulators/eventstore/server.js';
import { type MongoEmulator, startMongo } from '@supreme-access/test/emulators/mongo/server.js';
import { all } from '@supreme-access/test/fixtures/event-log.js';
import type { EventLog } from '../stores/event-log/event-log.js';
import { openEventStoreLog } from '../stores/event-log/eventstore-opening.js';
import { openLmdbEventLog } from '../stores/event-log/lmdb-event-log.js';
import { openLmdbVault } from '../stores/vault/lmdb-vault.js';
import { openMongoVault } from '../stores/vault/mongo-vault.js';
import { StaleVault, stillMissing } from '../stores/vault/referenced-secret.js';
import type { Vault } from '../stores/vault/vault.js';
import { assertNotBehind, markVault, newestHeld, newestMark, VaultOlder } from './watermark.js';

interface Stores {
  log: EventLog;
  vault: Vault;
  /** another vault of the same kind, with nothing in it */
  older: Vault;
  close(): Promise<void>;
}
const masterKey = randomBytes(32);

async function embedded(): Promise<Stores> {
  const directory = await mkdtemp(join(tmpdir(), 'watermark-'));
  const log = await openLmdbEventLog(join(directory, 'log'));
  const [vault, older] = await Promise.all(
    ['vault', 'older'].map((name) => openLmdbVault(join(directory, name), masterKey)),
  );
  if (!vault || !older) throw new Error('no vault');
  const close = async () => {
    await Promise.all([log.close(), vault.close(), older.close()]);
    await rm(directory, { recursive: true });
  };
  return { log, vault, older, close };
}

async function onEmulators(): Promise<Stores> {
  const [eventstore, mongo, other]: [EventStoreEmulator, MongoEmulator, MongoEmulator] = await Promise.all([
    startEventStore(),
    startMongo(),
    startMongo(),
  ]);
  const log = await openEventStoreLog(eventstore.url);
  const [vault, older] = [await openMongoVault(mongo.url, masterKey), await openMongoVault(other.url, masterKey)];
  const close = async () => {
    await Promise.all([log.close(), vault.close(), older.close()]);
    await Promise.all([eventstore.stop(), mongo.stop(), other.stop()]);
  };
  return { log, vault, older, close };
}

describe.each([
  ['embedded', embedded],
  ['on EventStoreDB and MongoDB (emulators)', onEmulators],
])('the watermark of the vault, %s', (_, open) => {
  let stores: Stores;
  beforeEach(async () => {
    stores = await open();
  });
  afterEach(() => stores.close());
  const mark = (vault = stores.vault, acceptedSince?: number) =>
    markVault({ log: stores.log, vault, schema: {} }, acceptedSince);
  const named = async () => (await all(stores.log.readStream('vault-watermark'))).map(({ data }) => String(data.mark));

  it('is asked of nobody before the first mark', async () => {
    expect(await assertNotBehind(stores.log, stores.older)).toBeNull();
    expect(await newestMark(stores.log)).toBeNull();
  });

  it('is in the vault for every mark that the log names, however many make theirs at once', async () => {
    await Promise.all(Array.from({ length: 7 }, () => mark()));
    const marks = await named();
    expect(marks).toHaveLength(7);
    expect([...(await stores.vault.has('mark', marks))].sort()).toEqual(marks.sort());
    expect(await assertNotBehind(stores.log, stores.vault)).toMatchObject({ mark: expect.any(String) });
  });

  it('refuses a vault from before the newest mark, and names both instants', async () => {
    await mark();
    await stores.older.put('mark', (await named())[0] ?? '', {});
    await mark();
    const refused = assertNotBehind(stores.log, stores.older);
    await expect(refused).rejects.toThrow(VaultOlder);
    await expect(refused).rejects.toThrow(
      /names a vault of 20\d\d-\S+Z; this one was last marked at 20\d\d-\S+Z\. Nothing was changed\..*accept-loss/,
    );
    expect((await newestHeld(stores.log, stores.older))?.mark).toBe((await named())[0]);
    await expect(assertNotBehind(stores.log, stores.vault)).resolves.toBeDefined();
  });

  it('is not made anew over a vault that was put in the place of another: that would hide it', async () => {
    await mark();
    await expect(mark(stores.older)).rejects.toThrow(StaleVault);
    expect(await stillMissing(stores.older)).toEqual([expect.stringMatching(/^mark /)]);
    expect(await named()).toHaveLength(1);
    await mark(stores.older, 0);
    expect(await assertNotBehind(stores.log, stores.older)).toMatchObject({ after: 0 });
  });
});
