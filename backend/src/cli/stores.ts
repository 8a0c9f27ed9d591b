import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config/config.js';
import type { Engines } from '../server/platform.js';
import { openEngines } from '../server/stores.js';
import { createLogger } from '../telemetry/logger.js';

export type Say = (text: string) => void;

const LISTED = 20;

/** @throws ConfigError when the data directory holds no log */
export function assertInstalled({ dataDir }: Pick<Config, 'dataDir'>): void {
  if (!existsSync(join(dataDir, 'log'))) throw new ConfigError(`There is no event log in ${dataDir}. Set DATA_DIR.`);
}

/** Opens the stores for the work and closes them; embedded ones need a stopped server. @throws ConfigError */
export async function withStores<T>(config: Config, say: Say, work: (engines: Engines) => Promise<T>): Promise<T> {
  if (!config.engines) assertInstalled(config);
  const engines = await openEngines(config, createLogger('silent'), say, () => process.exit(1));
  try {
    return await work(engines);
  } finally {
    await engines.close();
  }
}

export function sayFirst(lines: readonly string[], say: Say): void {
  for (const line of lines.slice(0, LISTED)) say(line);
  if (lines.length > LISTED) say(`... and ${lines.length - LISTED} more`);
}
