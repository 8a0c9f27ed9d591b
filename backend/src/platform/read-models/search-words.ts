/** Bounds of what a row is found by: whoever types a name decides its length. */
const MOST_WORDS = 8;
/** characters of a word that count */
const WORD_LENGTH = 24;
/** characters that are looked at */
const TEXT_LENGTH = 400;

/** accents that stand beside their letter after decomposition */
const ACCENTS = /\p{M}+/gu;
const WORDS = /[\p{L}\p{N}]+/gu;

/**
 * The words of a name or an email address, in the one spelling that searches use: small letters without accents, each once.
 * Of each text at most 8 words of 24 characters count. They lie in a list field of a read model (`Collection.lists`).
 */
export function wordsOf(...texts: readonly (string | null | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => spelt(text ?? '').slice(0, MOST_WORDS)))];
}

/** The condition on such a list field that holds where each word of the text begins one of its words; null for no word. */
export function searchFor(text: string): { hasPrefixes: string[] } | null {
  const words = wordsOf(text);
  return words.length === 0 ? null : { hasPrefixes: words };
}

function spelt(text: string): string[] {
  const plain = text.slice(0, TEXT_LENGTH).normalize('NFKD').replace(ACCENTS, '').toLowerCase();
  // by whole characters: half of one would be another one in MongoDB
  return (plain.match(WORDS) ?? []).map((word) => [...word].slice(0, WORD_LENGTH).join(''));
}
