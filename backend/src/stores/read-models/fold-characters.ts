/** Letters that NFKD keeps. Address hashes use them: a change needs a new key version (docs/decisions/0046). */
const LETTERS = new Map(Object.entries({ ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ß: 'ss' }));

export function foldCharacters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[øæœłđðþıß]/g, (letter) => LETTERS.get(letter) ?? letter);
}
