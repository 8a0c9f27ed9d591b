import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../platform/config.js';
import { FORMAT } from '../platform/format.js';
import { events } from '../platform/log/event-log.fixture.js';
import { readInstallation } from '../platform/log/installation.js';
import { createLogger } from '../platform/logger.js';
import type { Engines } from '../platform/platform.js';
import { openEmbedded } from './embedded-stores.js';
import { openPlatform } from './stores.js';

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
  const open = (role: Config['role'] = 'all') =>
    openPlatform({ ...readConfig({ DATA_DIR: directory }), role }, engines, createLogger('silent'));
  const formats = async () => [
    (await readInstallation(engines.log)).format,
    await readFile(join(directory, 'format'), 'utf8'),
  ];

  it('open again and again', async () => {
    await open();
    await expect(open()).resolves.toBeDefined();
  });

  it('are refused when the read models are those of another one', async () => {
    await engines.models.installation('another');
    await expect(open()).rejects.toThrow('MONGODB_URL: the read models are those of another installation');
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

  it('are of this format once a process has opened them that writes, and not by one that only folds', async () => {
    await writeFile(join(directory, 'format'), '1\n');
    await open('projector');
    expect(await formats()).toEqual([1, '1\n']);
    for (const role of ['api', 'worker'] as const) {
      await open(role);
      expect(await formats()).toEqual([FORMAT, `${FORMAT}\n`]);
    }
    expect(await engines.log.head()).toBe(2);
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
