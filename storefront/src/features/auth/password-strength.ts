import { isGuessedFirst } from '@supreme-access/contract/passwords.js';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** From 0 (guessed at once) to 4: https://zxcvbn-ts.github.io/zxcvbn/guide/getting-started/#output */
export type Strength = 0 | 1 | 2 | 3 | 4;

// Each character costs more time than the one before, and 32 already tell.
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 32 });

const listed = new Set<string | number>(dictionary['passwords-common']);

/** Estimates by common choices, keyboard patterns, dates and repetitions; `own` words about the owner count nothing. */
export function strengthOf(password: string, own: readonly string[]): Strength {
  // The server refuses this password.
  if (isGuessedFirst(password, (each) => listed.has(each))) return 0;
  const words = own
    .flatMap((text) => (text.toLowerCase().split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length > 2);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase());
  return rest.length < password.length ? estimator.check(rest).score : estimator.check(password).score;
}
