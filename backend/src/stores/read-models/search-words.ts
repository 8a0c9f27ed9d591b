import { foldCharacters } from './fold-characters.js';

const MOST_WORDS = 8;
const MOST_PLACES = 16;
const WORD_LENGTH = 24;
const TEXT_LENGTH = 400;

const WORDS = /[\p{L}\p{N}]+/gu;
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;
const IS_UNSPACED = new RegExp(`^(?:${UNSPACED.source})+$`, 'u');

/** Folded words for a list field. Chinese and Japanese words match from each character, in any order. */
export function wordsOf(...texts: readonly (string | null | undefined)[]): string[] {
  const all = texts.flatMap((text) => {
    const words = foldedWords(text ?? '');
    const spaced = words.filter((word) => !UNSPACED.test(word)).map(cut);
    return [...spaced, ...placesIn(words)];
  });
  return [...new Set(all)];
}

export function searchFor(text: string): { hasPrefixes: string[] } | null {
  const words = [...new Set(foldedWords(text).map(cut))];
  return words.length === 0 ? null : { hasPrefixes: words };
}

function foldedWords(text: string): string[] {
  return (foldCharacters(text.slice(0, TEXT_LENGTH)).match(WORDS) ?? []).slice(0, MOST_WORDS);
}

/** by code points, since MongoDB replaces half a surrogate pair */
const cut = (word: string): string => [...word].slice(0, WORD_LENGTH).join('');

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
