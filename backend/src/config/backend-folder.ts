import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const BACKEND = packageAbove(import.meta.dirname);

function packageAbove(directory: string): string {
  if (existsSync(join(directory, 'package.json')) || directory === dirname(directory)) return directory;
  return packageAbove(dirname(directory));
}
