import { parseArgs } from 'node:util';

export interface Options {
  /** the first seed */
  seed: number;
  seeds: number;
  /** no further seed starts after this time */
  minutes: number;
  /** searches for the planted bugs instead */
  isPlanted: boolean;
  /** planted bugs with one of these words in their name; empty: all */
  words: string[];
}

export const USAGE = `usage: npm run simulation -- [--seed N] [--seeds M] [--minutes T] [--planted [WORDS]]
Runs M made-up days (1), beginning with seed N (1); begins none after T minutes.
--planted: plants one bug after the other and tells which of M seeds (500) finds it, however long that takes; with WORDS those whose name holds one of them.`;

/** null when the arguments are invalid */
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
