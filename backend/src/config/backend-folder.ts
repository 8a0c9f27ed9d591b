import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of this package: the same for the sources, for what was built from them and for the bundled programs. */
export const BACKEND = packageAbove(import.meta.dirname);

function packageAbove(directory: string): string {
  if (existsSync(join(directory, 'package.json')) || directory === dirname(directory)) return directory;
  return packageAbove(dirname(directory));
}
