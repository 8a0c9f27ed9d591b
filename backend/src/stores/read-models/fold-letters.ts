/**
 * Letters that Unicode does not take apart. Addresses are hashed in this spelling (customers/profiles/house.ts), so nothing here may ever change:
 * another spelling is another version of the person's key (docs/decisions/0046).
 */
const LETTERS = new Map(Object.entries({ ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ß: 'ss' }));

/** Without accents, width of letters and case: 'Weiß' is 'weiss', 'Łukasz' is 'lukasz', 'ｶﾞ' is 'カ'. */
export function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[øæœłđðþıß]/g, (letter) => LETTERS.get(letter) ?? letter);
}
