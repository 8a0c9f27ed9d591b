import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { all, events } from '@supreme-access/test/fixtures/event-log.js';
import { type EventLog, NO_STREAM } from '../stores/event-log/event-log.js';
import { chainHash, GENESIS } from '../stores/event-log/hash-chain.js';
import { openLmdbEventLog } from '../stores/event-log/lmdb-event-log.js';
import { FORMAT, UnknownFormat } from '../stores/format.js';
import { assertSupportedFormat, makeInstallation, raiseFormat, readInstallation } from './installation.js';

const STREAM = 'system-installation';

describe('the installation that a log belongs to', () => {
  let directory: string;
  let log: EventLog;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'installation-'));
    log = await openLmdbEventLog(directory);
  });
  afterEach(async () => {
    await log.close();
    await rm(directory, { recursive: true });
  });
  const types = async () => (await all(log.readStream(STREAM))).map(({ type }) => type);

  it('is nobody’s at first, then that of the first process, whoever else starts', async () => {
    expect(await readInstallation(log)).toEqual({ id: null, format: 0 });
    await Promise.all(['a', 'b', 'c'].map((id) => makeInstallation(log, id, {})));
    expect(await readInstallation(log)).toEqual({ id: expect.stringMatching(/^[abc]$/), format: 0 });
    expect(await types()).toEqual(['LogCreated']);
  });

  it('has its format raised once, however many start at once, in the chain of its stream', async () => {
    await makeInstallation(log, 'a', {});
    await Promise.all([1, 2, 3].map(() => raiseFormat(log, {})));
    await raiseFormat(log, {});
    expect(await readInstallation(log)).toEqual({ id: 'a', format: FORMAT });
    expect(await types()).toEqual(['LogCreated', 'LogFormatRaised']);
    let previous = GENESIS;
    for (const event of await all(log.readStream(STREAM))) {
      previous = chainHash(previous, STREAM, event.revision, event);
      expect(event.metadata.hash).toBe(previous);
    }
  });

  it('is neither read nor changed by a program that it is too new for', async () => {
    await makeInstallation(log, 'a', {});
    await log.append(STREAM, 0, [{ ...raised(FORMAT + 1), id: '9a1c8d0e-4a55-4f0e-8f5e-2f6f6f0b1a11' }]);
    for (const ask of [readInstallation(log), raiseFormat(log, {}), makeInstallation(log, 'b', {})]) {
      await expect(ask).rejects.toThrow(UnknownFormat);
    }
    expect(await log.head()).toBe(2);
  });

  it('is refused where a build before 1.0 has begun it', async () => {
    const [made] = events(1, { id: 'a' });
    if (made) await log.append(STREAM, NO_STREAM, [{ ...made, type: 'InstallationMade' }]);
    for (const ask of [readInstallation(log), raiseFormat(log, {}), makeInstallation(log, 'b', {})]) {
      await expect(ask).rejects.toThrow(
        'The event log was made by a build before 1.0; start with an empty event store.',
      );
    }
    expect(await log.head()).toBe(1);
  });

  it('is recognised by its own stream alone', () => {
    assertSupportedFormat([{ ...raised(FORMAT + 1), stream: 'thing-1' }]);
    assertSupportedFormat([{ ...raised(FORMAT), stream: STREAM }]);
    expect(() => assertSupportedFormat([{ ...raised(FORMAT + 1), stream: STREAM }])).toThrow(
      `The event log has format ${FORMAT + 1}; this program knows formats up to ${FORMAT}. Run a newer one.`,
    );
  });
});

function raised(format: number) {
  const [event] = events(1, { format });
  if (!event) throw new Error('no event');
  return { ...event, type: 'LogFormatRaised' };
}
