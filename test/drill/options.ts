import { parseArgs } from 'node:util';

export interface Options {
  /** the first one */
  seed: number;
  seeds: number;
  /** after which no further seed is begun */
  minutes: number;
  /** looks for each planted bug instead */
  isPlanted: boolean;
  /** of which those alone whose name holds one of these words; none: all */
  words: string[];
}

export const USAGE = `usage: npm run drill -- [--seed N] [--seeds M] [--minutes T] [--planted [WORDS]]
Runs M made-up days (1), beginning with seed N (1); begins none after T minutes.
--planted: plants one bug after the other and tells which of M seeds (500) finds it, however long that takes; with WORDS those whose name holds one of them.`;

/** Null when it cannot tell what is wanted. */
export function readOptions(args: readonly string[]): Options | null {
  try {
    const text = { type: 'string' } as const;
    const options = { seed: text, seeds: text, minutes: text, planted: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const isPlanted = values.planted === true;
    const most = isPlanted ? '500' : '1';
    const [seed, seeds, minutes] = [values.seed ?? '1', values.seeds ?? most, values.minutes ?? 'Infinity'].map(Number);
    const isFine =
      Number.isSafeInteger(seed) && Number.isSafeInteger(seeds) && Number(seeds) > 0 && Number(minutes) > 0;
    if (!isFine || (positionals.length > 0 && !isPlanted)) return null;
    return { seed: Number(seed), seeds: Number(seeds), minutes: Number(minutes), isPlanted, words: positionals };
  } catch {
    return null;
  }
}
