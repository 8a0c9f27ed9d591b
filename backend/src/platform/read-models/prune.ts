import type { Named, ReadModels } from './read-models.js';

/** Drops what earlier programs left, and rebuilds that were cut off: all collections but those in use. Returns what it dropped. */
export async function dropUnused(models: ReadModels, used: readonly Named[]): Promise<Named[]> {
  const stored = await models.list();
  const unused = stored.filter(
    ({ name, version }) => !used.some((one) => one.name === name && one.version === version),
  );
  for (const collection of unused) await models.drop(collection);
  return unused;
}
