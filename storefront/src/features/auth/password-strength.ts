import { isGuessedFirst } from '@supreme-access/contract/passwords.js';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** 0: guessed at once, 4: out of reach; https://zxcvbn-ts.github.io/zxcvbn/guide/getting-started/#output */
export type Strength = 0 | 1 | 2 | 3 | 4;

// What is longer is strong by then; each character costs more than the one before.
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 32 });

const listed = new Set<string | number>(dictionary['passwords-common']);

/** By what people choose, keyboards, dates and repetitions. Of `own` words, known of whoever it is for, nothing counts. */
export function strengthOf(password: string, own: readonly string[]): Strength {
  // The server refuses it, however much a form likes its digits and signs.
  if (isGuessedFirst(password, (each) => listed.has(each))) return 0;
  const words = own
    .flatMap((text) => (text.toLowerCase().split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length > 2);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase());
  return rest.length < password.length ? estimator.check(rest).score : estimator.check(password).score;
}
