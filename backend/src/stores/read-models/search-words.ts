import { foldLetters } from './fold-letters.js';

/** Bounds of what a row is found by: whoever types a name decides its length. */
const MOST_WORDS = 8;
/** places within unspaced words that a search may begin at */
const MOST_PLACES = 16;
/** characters of a word that count */
const WORD_LENGTH = 24;
/** characters that are looked at */
const TEXT_LENGTH = 400;

const WORDS = /[\p{L}\p{N}]+/gu;
/** written without blanks between words */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;
const IS_UNSPACED = new RegExp(`^(?:${UNSPACED.source})+$`, 'u');

/**
 * The words of a name or an email address, folded as searches are (`foldLetters`), each once. A word in Chinese or Japanese stands there
 * from each of its characters, and names of several such words in any order, as they are typed with blanks and without. Of each text at
 * most 8 words of 24 characters count, and 16 places in those words. They lie in a list field of a read model (`Collection.lists`).
 */
export function wordsOf(...texts: readonly (string | null | undefined)[]): string[] {
  const all = texts.flatMap((text) => {
    const words = foldedWords(text ?? '');
    const spaced = words.filter((word) => !UNSPACED.test(word)).map(cut);
    return [...spaced, ...placesIn(words)];
  });
  return [...new Set(all)];
}

/** The condition on such a list field that holds where each word of the text begins one of its words; null for no word. */
export function searchFor(text: string): { hasPrefixes: string[] } | null {
  const words = [...new Set(foldedWords(text).map(cut))];
  return words.length === 0 ? null : { hasPrefixes: words };
}

function foldedWords(text: string): string[] {
  return (foldLetters(text.slice(0, TEXT_LENGTH)).match(WORDS) ?? []).slice(0, MOST_WORDS);
}

/** by whole characters: half of one would be another one in MongoDB */
const cut = (word: string): string => [...word].slice(0, WORD_LENGTH).join('');

/** What is left of unspaced words from each place in them. Words side by side follow one another around: '太郎 山田' is '山田太郎' too. */
function placesIn(words: readonly string[]): string[] {
  const places = runsOf(words).flatMap((run) => {
    const characters = [...run.join('')];
    const around = [...characters, ...run.slice(0, -1).join('')];
    const isPlace = (at: number) =>
      at === 0 || UNSPACED.test(characters[at] ?? '') || UNSPACED.test(characters[at - 1] ?? '');
    return characters.flatMap((_, at) => (isPlace(at) ? [around.slice(at, at + WORD_LENGTH).join('')] : []));
  });
  return places.slice(0, MOST_PLACES);
}

/** Unspaced words side by side; a word that has other letters as well stands alone. */
function runsOf(words: readonly string[]): string[][] {
  const runs: string[][] = [];
  let isRunning = false;
  for (const word of words) {
    const isUnspaced = IS_UNSPACED.test(word);
    if (isUnspaced && isRunning) runs.at(-1)?.push(word);
    else if (UNSPACED.test(word)) runs.push([word]);
    isRunning = isUnspaced;
  }
  return runs;
}
