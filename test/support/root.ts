import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The repository's root, for the sources and for the build. */
export const ROOT = above(import.meta.dirname);

function above(directory: string): string {
  if (existsSync(join(directory, 'biome.json'))) return directory;
  if (directory === dirname(directory)) throw new Error('this file lies outside the repository');
  return above(dirname(directory));
}
