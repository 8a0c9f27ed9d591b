import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Prints the usage and exits when --help was asked for, before anything is installed, built or started, and as well when a word is
 * none of the `known`.
 */
export function answerHelp(usage, known) {
  const words = process.argv.slice(2);
  if (words.some((word) => word === '--help' || word === '-h')) {
    console.log(usage);
    process.exit(0);
  }
  if (known && !words.every((word) => known.includes(word))) refuse(usage);
}

export function refuse(usage) {
  console.error(usage);
  process.exit(1);
}

/** Reads the usage from a program's source, because the program may not be built. */
export function usageIn(source) {
  const text = readFileSync(join(import.meta.dirname, '..', source), 'utf8');
  const [, , usage] = /\bUSAGE =\s*(['`])(usage: .*?)\1;/s.exec(text);
  return usage;
}
