/** Source: https://www.unicode.org/reports/tr31/#Layout_and_Format_Control_Characters */
const JOINING =
  'Arabic Syriac Mandaic Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan'
    .split(' ')
    .map((script) => `\\p{scx=${script}}`)
    .join('');

const NEEDED = [
  `(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])`,
  // Malayalam and Sinhala words may end with a joiner.
  `(?<=(?=\\p{M})[${JOINING}])[\\u200c\\u200d]`,
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  // flags of England, Scotland and Wales
  '(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{0,6})[\\u{e0020}-\\u{e007f}]',
  '(?<=\\p{sc=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{sc=Mongolian})[\\u180b-\\u180f]',
].join('|');
const INVISIBLE = '\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb';
const INVISIBLES = new RegExp(`(${NEEDED})|[${INVISIBLE}]+`, 'gu');

const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Long runs of marks slow normalisation: https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;
const BLANK = /[\s\u2800]/;
const HALF = /\p{Cs}/u;
/** characters; every field refuses longer texts for their length */
const LONGEST = 65_536;
const DEEPEST = 32;

/** Returns Unicode NFC without control characters, invisible characters and outer blanks; line ends become \n. */
export function cleanLines(text: string): string {
  if (text.length > LONGEST) return text;
  if (!/[^ -~]/.test(text)) return text.trim();
  const visible = text.replace(LINE_END, '\n').replace(INVISIBLES, '$1');
  return withoutBlanksAround(visible.replace(TOO_MANY_MARKS, '$1').normalize('NFC'));
}

export function cleanLine(text: string): string {
  return cleanLines(text).replace(/[\n\t]+/g, ' ');
}

export function cleanValue(value: unknown, clean: (text: string) => string = cleanLine, depth = 0): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((one) => cleanValue(one, clean, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleanValue(one, clean, depth + 1)]));
}

/** UTF-8 and URLs cannot carry half of a surrogate pair; a call to a partner would throw. */
export function holdsHalfCharacter(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return HALF.test(value);
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return false;
  return Object.values(value).some((one) => holdsHalfCharacter(one, depth + 1));
}

export function halfCharacterIn(name: string): string {
  return `${name} contains a broken character. Please type it again.`;
}

function withoutBlanksAround(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && BLANK.test(text.charAt(start))) start += 1;
  while (end > start && BLANK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
