import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventStoreEmulator, startEventStore } from '@supreme-access/test/emulators/eventstore/server.js';
import { readAcceptances } from '../event-sourcing/acceptances.js';
import { makeInstallation, readInstallation } from '../event-sourcing/installation.js';
import { systemEvent } from '../event-sourcing/system-event.js';
import { openDataDirectory } from '../stores/data-directory.js';
import { type EventLog, type EventMetadata, NO_STREAM } from '../stores/event-log/event-log.js';
import { openEventStoreLog } from '../stores/event-log/eventstore-opening.js';
import { openLmdbEventLog } from '../stores/event-log/lmdb-event-log.js';
import { FORMAT } from '../stores/format.js';
import { acceptEvent } from './accept-event.js';
import { runAudit } from './run-audit.js';

const STREAM = 'order-1';

/** Two events of ours, one of somebody else's, and one of ours that follows as if that had been accepted. */
async function write(log: EventLog): Promise<void> {
  await makeInstallation(log, 'i-1', {});
  const [one, two] = [0, 1].map((n) => ({ type: 'OrderClosed', data: { n } }));
  const first = systemEvent(STREAM, one ?? { type: '', data: {} }, undefined, {});
  const foreign = { id: randomUUID(), type: 'Bar', data: { any: 1 }, metadata: {} as EventMetadata };
  const last = systemEvent(STREAM, two ?? { type: '', data: {} }, { revision: 1, hash: first.metadata.hash }, {});
  await log.append(STREAM, NO_STREAM, [first, foreign, last]);
}

describe('npm run audit -- accept', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'accept-'));
    await onLog(write);
  });
  afterEach(() => rm(directory, { recursive: true }));

  async function onLog<T>(work: (log: EventLog) => Promise<T>): Promise<T> {
    const log = await openLmdbEventLog(join(directory, 'log'));
    try {
      return await work(log);
    } finally {
      await log.close();
    }
  }
  async function accept(...args: string[]): Promise<[code: number, text: string]> {
    const said: string[] = [];
    const env = { DATA_DIR: directory, LOG_LEVEL: 'silent' };
    return [await runAudit(['accept', ...args], env, (text) => said.push(text)), said.join('\n')];
  }

  it('says what is wrong, and changes nothing without a reason and a confirmation', async () => {
    for (const more of [[], ['--yes'], ['--reason', 'a slip']]) {
      const [code, text] = await accept(STREAM, '1', ...more);
      expect(code).toBe(1);
      expect(text).toContain('order-1 is locked: its event at revision 1 was not written by this program.');
      expect(text).toContain('"type": "Bar"');
      expect(text).toContain('Nothing was changed.');
    }
    expect((await onLog(readAcceptances)).places.size).toBe(0);
  });

  it('passes over the one event, says so in the log, and has nothing to do the second time', async () => {
    const yes = ['--reason', 'a slip', '--yes'];
    expect((await accept(STREAM, '2', ...yes))[1]).toContain('at revision 1, not 2. Nothing was changed.');
    expect(await accept(STREAM, '1', ...yes)).toEqual([0, expect.stringMatching(/Accepted: order-1 is unlocked\.$/)]);
    expect(await accept(STREAM, '1', ...yes)).toEqual([0, 'order-1 is not locked: there is nothing to accept.']);
    await onLog(async (log) => {
      expect([...(await readAcceptances(log)).places.keys()]).toEqual(['order-1@1']);
      expect((await readInstallation(log)).format).toBe(FORMAT);
      for await (const { data, metadata } of log.readStream('damage-accepted')) {
        expect(data).toMatchObject({ damage: 'no-envelope', reason: 'a slip' });
        expect(metadata.actor).toEqual({ kind: 'system', id: 'audit-accept' });
      }
    });
  });

  it('leaves the link of what follows to be shown as one that holds', async () => {
    await accept(STREAM, '1', '--reason', 'a slip', '--yes');
    const said: string[] = [];
    const env = { DATA_DIR: directory, LOG_LEVEL: 'silent' };
    expect(await runAudit(['show', `${STREAM}@2`], env, (text) => said.push(text))).toBe(0);
    expect(said.at(-1)).toBe('Its link to the event before it holds.');
  });

  it('says which setting is wrong, or that there is no log', async () => {
    const answersOf = (env: object) => {
      const said: string[] = [];
      return runAudit(['accept', STREAM, '1'], { ...env }, (text) => said.push(text)).then((code) => [code, ...said]);
    };
    expect(await answersOf({ DATA_DIR: directory, PORT: 'banana' })).toEqual([
      1,
      expect.stringMatching(/^PORT must be/),
    ]);
    const nowhere = join(directory, 'nowhere');
    expect(await answersOf({ DATA_DIR: nowhere })).toEqual([1, `There is no event log in ${nowhere}. Set DATA_DIR.`]);
  });

  it('needs no acceptance for streams of others, and refuses while a server runs', async () => {
    expect(await accept('foo-1', '0')).toEqual([1, 'foo-1 is no stream of ours: it is passed over anyway.']);
    expect((await accept(STREAM))[1]).toMatch(/^usage:/);
    const held = await openDataDirectory(directory);
    expect((await accept(STREAM, '1'))[0]).toBe(1);
    await held.release();
  });
});

describe('npm run audit -- accept, where a stream was cut in EventStoreDB', () => {
  let server: EventStoreEmulator;
  let log: EventLog;
  beforeEach(async () => {
    server = await startEventStore();
    log = await openEventStoreLog(server.url);
    await write(log);
  });
  afterEach(async () => {
    await log.close();
    await server.stop();
  });

  it('cannot accept what is missing, and says what to do', async () => {
    const accepted = async (revision: number) => {
      const said: string[] = [];
      const accepting = { stream: STREAM, revision, reason: 'a slip', isConfirmed: true };
      const engines = { log, markFormat: async () => undefined };
      return [await acceptEvent(engines, accepting, (text) => said.push(text)), said.join(' ')];
    };
    server.store.setMetadata(STREAM, { $tb: 2 });
    expect(await accepted(2)).toEqual([1, expect.stringContaining('What is missing cannot be accepted. Remove $tb')]);
    server.store.softDelete(STREAM);
    expect(await accepted(0)).toEqual([1, expect.stringContaining('What is missing cannot be accepted. Remove $tb')]);
    server.store.tombstone(STREAM);
    expect(await accepted(0)).toEqual([1, expect.stringContaining('Restore a backup')]);
    expect((await readAcceptances(log)).places.size).toBe(0);
  });
});
