import { PASSED_OVER } from '../projections/locked-streams.js';
import { GENERATIONS, KEPT_FOR, LAST_REBUILD, pointersOf } from './generations.js';
import { keyOf, type Named, type ReadModels } from './read-models.js';

/** Of a rebuild what tells whether its collection is wanted. */
interface Built {
  stored: string;
  version: number;
  state: string;
  /** ms UTC */
  seenAt: number;
}

/** ms without a word after which nobody builds it any more */
const BUILT_WITHIN = 60_000;

/**
 * Drops what earlier programs left, and rebuilds that were cut off: all collections but those in use, and those they have replaced
 * lately. Returns what it dropped.
 */
export async function dropUnused(models: ReadModels, used: readonly Named[], now = Date.now()): Promise<Named[]> {
  const stored = await models.list();
  const isGenerational = stored.some((one) => keyOf(one) === keyOf(GENERATIONS));
  const kept = new Set([PASSED_OVER, ...(isGenerational ? await namesKept(models, used, now) : used)].map(keyOf));
  const unused = stored.filter((one) => !kept.has(keyOf(one)));
  for (const collection of unused) await models.drop(collection);
  return unused;
}

async function namesKept(models: ReadModels, used: readonly Named[], now: number): Promise<Named[]> {
  const pointers = await pointersOf(models, used);
  const inUse = used.flatMap((one) => {
    const pointer = pointers.get(keyOf(one));
    if (!pointer) return [one];
    const { stored, previous, replacedAt } = pointer;
    const isLate = previous === null || now - replacedAt >= KEPT_FOR;
    return [stored, ...(isLate ? [] : [previous])].map((name) => ({ name, version: one.version }));
  });
  const built = (await models.rows<Built>(GENERATIONS, [LAST_REBUILD])).get(LAST_REBUILD)?.document;
  const isWanted = built && now - built.seenAt < (built.state === 'building' ? BUILT_WITHIN : KEPT_FOR);
  return [...inUse, ...(isWanted ? [{ name: built.stored, version: built.version }] : []), GENERATIONS];
}
