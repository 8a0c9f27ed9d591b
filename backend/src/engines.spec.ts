import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './config.js';
import { openEmbedded, openPlatform } from './engines.js';
import { createLogger } from './platform/logger.js';
import type { Engines } from './platform/platform.js';

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
  const open = () => openPlatform(readConfig({ DATA_DIR: directory }), engines, createLogger('silent'));

  it('open again and again', async () => {
    await open();
    await expect(open()).resolves.toBeDefined();
  });

  it('are refused when the read models are those of another one', async () => {
    await engines.models.installation('another');
    await expect(open()).rejects.toThrow('MONGODB_URL: the read models are those of another installation');
  });
});
