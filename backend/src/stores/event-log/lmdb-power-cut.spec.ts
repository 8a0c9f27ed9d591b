import { setImmediate as nextTurn } from 'node:timers/promises';
import { all, events, ids } from '@supreme-access/test/fixtures/event-log.js';
import { PowerCutDisk } from '@supreme-access/test/fixtures/power-cut.js';
import { NO_STREAM, type StoredEvent } from './event-log.js';
import { openEnvironment } from './lmdb-environment.js';
import { openLmdbEventLog } from './lmdb-event-log.js';

describe('the log in LMDB when the power is cut', () => {
  const start = (disk: PowerCutDisk) => openLmdbEventLog('', openEnvironment('', disk.open));
  /** Whether it has been answered by now. */
  async function isAnswered(promise: Promise<unknown>): Promise<boolean> {
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    return Promise.race([promise.then(() => true), Promise.resolve(false)]);
  }

  it('answers an append only once it is on the disk, and shows it to nobody before', async () => {
    const disk = new PowerCutDisk();
    const log = await start(disk);
    const appending = log.append('thing-1', NO_STREAM, events(2));
    expect(await isAnswered(appending)).toBe(false);
    expect(await log.head()).toBe(0);
    expect(await all(log.readStream('thing-1'))).toEqual([]);
    disk.flush();
    expect(await appending).toEqual({ revision: 1, position: 2 });
    expect(await all(log.readStream('thing-1'))).toHaveLength(2);
  });

  it('holds afterwards all that it has answered', async () => {
    const disk = new PowerCutDisk();
    const log = await start(disk);
    const answered: StoredEvent[] = [];
    const append = (stream: string, some: StoredEvent[]) =>
      log.append(stream, NO_STREAM, some).then(() => answered.push(...some));
    for (const stream of ['a', 'b']) {
      const appending = append(stream, events(2));
      await nextTurn();
      disk.flush();
      await appending;
    }
    expect(await isAnswered(append('c', events(1)))).toBe(false);
    const again = await start(disk);
    expect(ids(await all(again.readAll()))).toEqual(ids(answered));
    expect(answered).toHaveLength(4);
  });
});
