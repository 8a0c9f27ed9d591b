import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The repository: the same directory for the sources and for what was built from them. */
export const ROOT = above(import.meta.dirname);

function above(directory: string): string {
  if (existsSync(join(directory, 'biome.json'))) return directory;
  if (directory === dirname(directory)) throw new Error('this file lies outside the repository');
  return above(dirname(directory));
}
