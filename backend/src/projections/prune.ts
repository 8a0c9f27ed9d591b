import { type Collection, keyOf, type Named, type ReadModels } from '../stores/read-models/read-models.js';
import { PASSED_OVER } from './locked-streams.js';

interface Built {
  stored: string;
  version: number;
  state: string;
  /** ms UTC */
  seenAt: number;
}

export const REBUILDS: Collection = { name: 'rebuilds', version: 1, indexes: [] };
export const LAST_REBUILD = 'last';
/** ms an unconfirmed rebuild is kept */
export const KEPT_FOR = 24 * 3_600_000;
/** ms of silence after which a builder counts as gone */
const BUILT_WITHIN = 60_000;

export async function dropUnused(models: ReadModels, used: readonly Named[], now = Date.now()): Promise<Named[]> {
  const stored = await models.list();
  const isRebuilt = stored.some((one) => keyOf(one) === keyOf(REBUILDS));
  const built = isRebuilt ? await lastBuilt(models, now) : [];
  const kept = new Set([PASSED_OVER, REBUILDS, ...used, ...built].map(keyOf));
  const unused = stored.filter((one) => !kept.has(keyOf(one)));
  for (const collection of unused) await models.drop(collection);
  return unused;
}

async function lastBuilt(models: ReadModels, now: number): Promise<Named[]> {
  await models.open([REBUILDS]);
  const built = await models.get<Built>(REBUILDS, LAST_REBUILD);
  const isRecent = built && now - built.seenAt < (built.state === 'building' ? BUILT_WITHIN : KEPT_FOR);
  // Absent, it would count as renamed.
  return isRecent || built?.state === 'replacing' ? [{ name: built.stored, version: built.version }] : [];
}
