import { type Collection, keyOf, type Named, type ReadModels } from '../stores/read-models/read-models.js';
import { PASSED_OVER } from './locked-streams.js';

/** Of a rebuild what tells whether its collection is wanted. */
interface Built {
  stored: string;
  version: number;
  state: string;
  /** ms UTC */
  seenAt: number;
}

/** What is known of the rebuild that was begun last, in a row of this id. It lies among the read models, and goes with them. */
export const REBUILDS: Collection = { name: 'rebuilds', version: 1, indexes: [] };
export const LAST_REBUILD = 'last';
/** ms for which what was built and has replaced nothing is kept */
export const KEPT_FOR = 24 * 3_600_000;
/** ms without a word after which nobody builds it any more */
const BUILT_WITHIN = 60_000;

/** Drops what earlier programs left, and rebuilds that were cut off: all collections but those in use. Returns what it dropped. */
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
  const isWanted = built && now - built.seenAt < (built.state === 'building' ? BUILT_WITHIN : KEPT_FOR);
  return isWanted ? [{ name: built.stored, version: built.version }] : [];
}
