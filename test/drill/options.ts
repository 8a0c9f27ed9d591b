import { parseArgs } from 'node:util';

export interface Options {
  /** the first one */
  seed: number;
  seeds: number;
  /** after which no further seed is begun */
  minutes: number;
}

export const USAGE = `usage: npm run drill -- [--seed N] [--seeds M] [--minutes T]
Runs M made-up days (1), beginning with seed N (1), for at most T minutes.`;

/** Null when it cannot tell what is wanted. */
export function readOptions(args: readonly string[]): Options | null {
  try {
    const options = { seed: { type: 'string' }, seeds: { type: 'string' }, minutes: { type: 'string' } } as const;
    const { values } = parseArgs({ args: [...args], options });
    const [seed, seeds, minutes] = [values.seed ?? '1', values.seeds ?? '1', values.minutes ?? 'Infinity'].map(Number);
    const isFine = Number.isSafeInteger(seed) && Number.isSafeInteger(seeds) && Number(minutes) > 0;
    return isFine ? { seed: Number(seed), seeds: Number(seeds), minutes: Number(minutes) } : null;
  } catch {
    return null;
  }
}
