import { setTimeout as wait } from 'node:timers/promises';
import { type Config, ConfigError } from '../config/config.js';
import { dropUnused } from '../projections/prune.js';
import { compareWithRebuilt, isSame, type RebuildReport } from '../projections/rebuild.js';
import { Rebuilds } from '../projections/rebuilds.js';
import type { Platform } from '../server/platform.js';
import { PROJECTIONS } from '../server/projections.js';
import { openPlatform } from '../server/stores.js';
import { openMongoReadModels } from '../stores/read-models/mongo-read-models.js';
import { createLogger } from '../telemetry/logger.js';
import { type Say, withStores } from './stores.js';

const PROGRESS_STEP = 10;
/** ms between two polls */
const LOOK = 200;
const IN_USE = 'every read model that is stored is in use';

/** Compares read models with a rebuild, and replaces one. Returns the exit code: 1 where they differ. */
export async function rebuildReadModels(
  config: Config,
  { name, isToReplace }: { name: string | undefined; isToReplace: boolean },
  say: Say,
): Promise<number> {
  const chosen = PROJECTIONS.filter((projection) => name === undefined || projection.name === name);
  if (chosen.length === 0) {
    throw new ConfigError(
      `there is no read model ${name}; there are: ${PROJECTIONS.map((one) => one.name).join(', ')}`,
    );
  }
  return withStores(config, say, async (engines) => {
    // The role `projector` leaves the log's format unchanged.
    const platform = await openPlatform({ ...config, role: 'projector' }, engines, createLogger('silent'));
    // On the embedded engines no other process has folded the newest events.
    if (!config.engines) await folded(platform);
    let differs = false;
    for (const projection of chosen) {
      const report = isToReplace
        ? await replaced(platform, projection.name, say)
        : await compareWithRebuilt(platform, projection, {
            onProgress: progressOf(projection.name, await platform.log.head(), say),
          });
      tell(report, say);
      differs ||= !isSame(report);
    }
    if (isToReplace) say(`${name} is replaced`);
    return differs && !isToReplace ? 1 : 0;
  });
}

/** Drops read models of old versions, whose personal data no erasure reaches. */
export async function pruneReadModels(config: Config, say: Say): Promise<number> {
  if (!config.engines) {
    let said = 0;
    const count = (text: string) => {
      said += 1;
      say(text);
    };
    // Opening the embedded stores drops what is not in use.
    await withStores(config, count, async () => undefined);
    if (said === 0) say(IN_USE);
    return 0;
  }
  const models = await openMongoReadModels(config.engines.mongodbUrl, { answerMs: config.engines.answerMs });
  try {
    const dropped = await dropUnused(models, PROJECTIONS);
    for (const one of dropped) say(`${one.name} version ${one.version}: dropped`);
    if (dropped.length === 0) say(IN_USE);
    return 0;
  } finally {
    await models.close();
  }
}

async function folded({ projector }: Platform): Promise<void> {
  await projector.start();
  try {
    await projector.reachEnd();
  } finally {
    await projector.stop();
  }
}

async function replaced(platform: Platform, name: string, say: Say): Promise<RebuildReport> {
  const { models, projections, clock, logger } = platform;
  const rebuilds = new Rebuilds(platform, projections, clock, logger);
  await models.open(projections);
  const begun = await rebuilds.begin(name);
  const onProgress = progressOf(name, begun.head, say);
  for (;;) {
    await wait(LOOK);
    const last = await rebuilds.last();
    if (last?.id !== begun.id || last.state === 'failed') throw new Error(last?.problem ?? 'another rebuild was begun');
    onProgress(last.position);
    if (last.state === 'building' || last.report === null) continue;
    await rebuilds.replace(name, begun.id);
    return last.report;
  }
}

function progressOf(name: string, head: number, say: Say): (position: number) => void {
  let shown = 0;
  return (position) => {
    const percent = Math.floor((100 * position) / head);
    if (percent >= shown + PROGRESS_STEP) say(`${name}: ${percent} % of the log`);
    shown = Math.max(shown, percent - (percent % PROGRESS_STEP));
  };
}

function tell(report: RebuildReport, say: Say): void {
  const { projection, version, rows, differing, differences, unexplained } = report;
  say(
    `${projection} version ${version}: ${rows} rows ${isSame(report) ? 'are as the log makes them' : 'were compared'}`,
  );
  for (const { id, what, fields } of differences) say(`  DIFFERS: ${id} (${fields.join(', ') || what})`);
  if (differing > differences.length) say(`  ... and ${differing - differences.length} more`);
  if (unexplained > 0) say(`  ${unexplained} rows that no event makes`);
}
