import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Prints the usage and exits when --help was asked for, before anything is installed, built or started. */
export function answerHelp(usage) {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return;
  console.log(usage);
  process.exit(0);
}

/** Reads the usage from a program's source, because the program may not be built. */
export function usageIn(source) {
  const text = readFileSync(join(import.meta.dirname, '..', source), 'utf8');
  const [, , usage] = /\bUSAGE =\s*(['`])(usage: .*?)\1;/s.exec(text);
  return usage;
}
