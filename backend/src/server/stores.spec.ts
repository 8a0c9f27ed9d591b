import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { events } from '@supreme-access/test/fixtures/event-log.js';
import { type Config, readConfig } from '../config/config.js';
import { readInstallation } from '../event-sourcing/installation.js';
import { FORMAT } from '../stores/format.js';
import { createLogger } from '../telemetry/logger.js';
import { securityFile } from '../telemetry/security-log.js';
import { StorageFull, StoreUnavailable } from '../telemetry/store-unavailable.js';
import { openEmbedded } from './embedded-stores.js';
import type { Engines } from './platform.js';
import { openPlatform, securityLines } from './stores.js';

const quiet = () => undefined;
describe('the stores of an installation', () => {
  let directory: string;
  let engines: Engines;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'engines-'));
    engines = await openEmbedded(directory, quiet, quiet);
  });
  afterEach(async () => {
    await engines.close();
    await rm(directory, { recursive: true });
  });
  const open = (role: Config['role'] = 'all', logger = createLogger('silent')) =>
    openPlatform({ ...readConfig({ DATA_DIR: directory }), role }, engines, logger);
  const format = async () => (await readInstallation(engines.log)).format;

  it('have the security log beside them on a terminal where nothing is real, for their owner alone', async () => {
    const at = join(directory, 'security.log');
    const lines = (settings: Record<string, string>, onTerminal: boolean) =>
      securityLines(readConfig({ DATA_DIR: directory, ...settings }), onTerminal);
    lines({}, false);
    lines({ ALLOW_EMBEDDED: '1' }, true);
    await expect(stat(at)).rejects.toMatchObject({ code: 'ENOENT' });
    lines({}, true).info({ event: 'login' });
    expect(JSON.parse(await readFile(at, 'utf8'))).toMatchObject({ log: 'security', event: 'login' });
    expect((await stat(at)).mode & 0o777).toBe(0o600);
    expect(securityFile(directory).emit('error', new StorageFull('the disk is full'))).toBe(true);
  });

  it('open again and again', async () => {
    await open();
    await expect(open()).resolves.toBeDefined();
  });

  it('are refused when the read models are those of another one', async () => {
    await engines.models.installation('another');
    await expect(open()).rejects.toThrow('DATA_DIR: the read models are those of another installation');
  });

  it('are refused when the log is an empty one and the vault knows another, and nothing is begun anew', async () => {
    await open();
    const other = await openEmbedded(join(directory, 'other'), quiet, quiet);
    engines = { ...engines, log: other.log };
    await open();
    const emptied = await openEmbedded(join(directory, 'emptied'), quiet, quiet);
    engines = { ...engines, log: emptied.log };
    await engines.vault.put('mark', 'm', { after: 0, event: null });
    await expect(open()).rejects.toThrow(
      'The event log is another one: it is empty, and the vault knows a log that is not. Nothing was changed. Stop every process',
    );
    expect(await emptied.log.head()).toBe(0);
    await Promise.all([other.close(), emptied.close()]);
  });

  it('end the start where there is no room to note in the vault that the log is older', async () => {
    await open();
    await engines.vault.put('mark', 'm', { after: 99, event: 'gone' });
    engines.vault.put = () => Promise.reject(new StorageFull('the disk is full'));
    await expect(open()).rejects.toThrow('the disk is full');
  });

  it('are waited for where one does not answer, which is said once', async () => {
    const lines: unknown[] = [];
    const logger = Object.assign(createLogger('silent'), { warn: (...line: unknown[]) => lines.push(line) });
    const find = engines.models.find.bind(engines.models);
    let calls = 0;
    engines.models.find = (...args) => {
      calls += 1;
      return calls > 2 ? find(...args) : Promise.reject(new StoreUnavailable('no answer'));
    };
    await open('all', logger);
    expect([calls, lines]).toEqual([3, [[{ reason: 'no answer' }, 'a store does not answer: it is waited for']]]);
  });

  describe('whose log is another one by now', () => {
    async function found(error: (...line: unknown[]) => void) {
      const logger = Object.assign(createLogger('silent'), { error });
      const { watch, log } = await open('all', logger);
      const last = await log.at(await log.head());
      engines.log.at = async (position) => (last ? { ...last, position, id: 'another' } : undefined);
      return { watch, lost: { after: last?.position, event: last?.id } };
    }

    it('know in the vault what it has lost, also where the vault does not answer at first', async () => {
      const errors: unknown[] = [];
      const { watch, lost } = await found((...line) => errors.push(line));
      const put = engines.vault.put.bind(engines.vault);
      let isAway = true;
      const written = new Promise((resolve) => {
        engines.vault.put = (kind, id, value) => {
          if (isAway) {
            isAway = false;
            return Promise.reject(new StoreUnavailable('no answer'));
          }
          resolve([kind, value]);
          return put(kind, id, value);
        };
      });
      await watch.compare();
      expect(await written).toEqual(['mark', lost]);
      expect(errors).toEqual([]);
    });

    it('wait for the vault until they are stopped', async () => {
      let tell: (line: unknown[]) => void = quiet;
      const { watch } = await found((...line) => tell(line));
      const pending = new Promise<void>((resolve) => {
        engines.vault.put = async () => {
          resolve();
          throw new StoreUnavailable('no answer');
        };
      });
      await watch.compare();
      await pending;
      const logged = new Promise((resolve) => {
        tell = resolve;
      });
      watch.stop();
      expect(await logged).toEqual([
        { err: expect.objectContaining({ name: 'AbortError' }) },
        'the vault could not remember which event the log has lost',
      ]);
    });
  });

  it('are of this format once a process has opened them that writes, and not by one that only folds', async () => {
    await open('projector');
    expect(await format()).toBe(0);
    for (const role of ['api', 'worker'] as const) {
      await open(role);
      expect(await format()).toBe(FORMAT);
    }
    expect(await engines.log.head()).toBe(2);
  });

  it('are of this format also in the data directory, once a process has opened them that writes', async () => {
    const file = join(directory, 'log-format');
    await rm(file);
    await open('projector');
    await expect(readFile(file, 'utf8')).rejects.toMatchObject({ code: 'ENOENT' });
    await open('worker');
    expect(await readFile(file, 'utf8')).toBe(`${FORMAT}\n`);
  });

  it('are refused when a newer program has raised the format of the log', async () => {
    await open();
    const raised = events(1, { format: FORMAT + 1 }).map((event) => ({ ...event, type: 'LogFormatRaised' }));
    await engines.log.append('system-installation', 1, raised);
    await expect(open()).rejects.toThrow(
      `The event log has format ${FORMAT + 1}; this program knows formats up to ${FORMAT}. Run a newer one.`,
    );
  });
});
