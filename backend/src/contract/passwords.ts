const SHORTEST_LISTED = 8;
const SHORTEST_WORD = 4;
const LONGEST_LISTED = 24;
const ENDINGS = ['1', '12', '123', '1234', '12345', '0', '01', '11', '99'];
/** Common words that the lists lack: https://www.ncsc.gov.uk/collection/passwords */
const WORDS = ['autumn', 'summer', 'winter', 'spring', 'login', 'january', 'february', 'march', 'april', 'june']
  .concat(['july', 'august', 'september', 'october', 'november', 'december', 'sunday', 'monday', 'tuesday'])
  .concat(['wednesday', 'thursday', 'friday', 'saturday']);
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '6': 'g',
  '7': 't',
  '+': 't',
  '8': 'b',
  '9': 'g',
};
const ONE = /[1!|]/g;
const TRAILING = /[^\p{L}]$/u;

/** Finds common passwords, also in leet and with endings. `isListed` takes lower case, eight or more characters. */
export function isGuessedFirst(password: string, isListed: (password: string) => boolean): boolean {
  return withoutEndings(password.normalize('NFKC').toLowerCase())
    .filter((stem) => stem.length <= LONGEST_LISTED)
    .some((stem) => readings(stem).some((word) => isCommon(word, isListed)));
}

function withoutEndings(password: string): string[] {
  const stems = [password];
  for (let stem = password; TRAILING.test(stem); ) {
    stem = [...stem].slice(0, -1).join('');
    stems.push(stem);
  }
  return stems;
}

function readings(stem: string): string[] {
  const letters = [...stem].map((sign) => LEET[sign] ?? sign).join('');
  return [...new Set([stem, letters, letters.replace(ONE, 'i'), letters.replace(ONE, 'l')])];
}

function isCommon(word: string, isListed: (password: string) => boolean): boolean {
  if (word.length >= SHORTEST_LISTED && isListed(word)) return true;
  if (word.length < SHORTEST_WORD || !/^\p{L}+$/u.test(word)) return false;
  return WORDS.includes(word) || ENDINGS.some((ending) => isListed(word + ending));
}
