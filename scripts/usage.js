import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Asked how it is used, a command says so and ends, before it installs, builds or starts anything. */
export function answerHelp(usage) {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return;
  console.log(usage);
  process.exit(0);
}

/** The usage as it stands in the source of a program, which may not be built yet. */
export function usageIn(source) {
  const text = readFileSync(join(import.meta.dirname, '..', source), 'utf8');
  const [, , usage] = /\bUSAGE =\s*(['`])(usage: .*?)\1;/s.exec(text);
  return usage;
}
