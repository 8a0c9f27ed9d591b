import type { Config } from '../platform/config.js';
import { type Lag, laggingLog } from '../platform/log/lagging-log.fixture.js';
import type { Engines } from '../platform/platform.js';
import { openEmbedded } from './embedded-stores.js';

const quiet = () => undefined;

/** Embedded, or with TEST_ENGINES=standins the production engines on stand-ins that err. `lag`: of the read models. */
export async function openTestEngines(config: Config, lag?: Lag): Promise<Engines> {
  const engines = await openAny(config);
  return lag ? { ...engines, log: laggingLog(engines.log, lag) } : engines;
}

async function openAny(config: Config): Promise<Engines> {
  if (process.env.TEST_ENGINES !== 'standins') return openEmbedded(config.dataDir, quiet, quiet);
  const { openOnStandIns } = await import('./stores-on-standins.fixture.js');
  return openOnStandIns();
}
