import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { HOUR, MINUTE } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { all } from '@supreme-access/test/fixtures/event-log.js';
import { type Config, readConfig } from '../config/config.js';
import type { EventLog } from '../stores/event-log/event-log.js';
import { openLmdbEventLog } from '../stores/event-log/lmdb-event-log.js';
import { openLmdbVault } from '../stores/vault/lmdb-vault.js';
import type { Vault } from '../stores/vault/vault.js';
import { createLogger } from '../telemetry/logger.js';
import { Startup } from './health-checks.js';
import { VaultMarks } from './marks.js';

describe('the marks of a vault', () => {
  let directory: string;
  let log: EventLog;
  let vault: Vault;
  let now: number;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'marks-'));
    log = await openLmdbEventLog(join(directory, 'log'));
    vault = await openLmdbVault(join(directory, 'vault'), Buffer.alloc(32, 7));
    now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all([log.close(), vault.close()]);
    await rm(directory, { recursive: true });
  });
  const marksOf = (role: Config['role']) =>
    new VaultMarks(log, vault, {}, { ...readConfig({}), role }, createLogger('silent'), new Startup());
  const made = async () => (await all(log.readStream('vault-watermark'))).length;

  it('are made at the start, then hourly, and at a stop', async () => {
    const marks = marksOf('all');
    await marks.begin();
    now += 58 * MINUTE;
    await marks.look();
    expect(await made()).toBe(1);
    now += 2 * MINUTE;
    await marks.look();
    expect(await made()).toBe(2);
    await marks.end();
    expect(await made()).toBe(3);
  });

  it('are made up for when the first one failed', async () => {
    const marks = marksOf('worker');
    jest.spyOn(log, 'append').mockRejectedValueOnce(new Error('the disk is full'));
    await marks.begin();
    expect(await made()).toBe(0);
    await marks.look();
    expect(await made()).toBe(1);
  });

  it('are not made by who only folds, nor after a stop', async () => {
    const [folds, stopped] = [marksOf('projector'), marksOf('api')];
    await folds.begin();
    await stopped.begin();
    await stopped.end();
    now += 2 * HOUR;
    for (const marks of [folds, stopped]) await marks.look();
    expect(await made()).toBe(2);
  });
});
