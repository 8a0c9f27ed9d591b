import { foldLetters } from '../../stores/read-models/fold-letters.js';

/**
 * An address down to its house, however it is spelt. What comes of it is kept as a hash by profiles, slots and redemptions, so
 * nothing here may ever change: another way is another version of the person's key (docs/decisions/0046). The words are those of
 * USPS Publication 28, appendix C (https://pe.usps.com/text/pub28/28apc_002.htm), and their like in other countries.
 */

/** short form: what else is written for it */
const SHORT: Readonly<Record<string, string>> = {
  aly: 'alley ally',
  ave: 'avenue avenida av aven avn avda',
  blvd: 'boulevard boulv boul bld bd blv',
  c: 'calle',
  cir: 'circle circ',
  cres: 'crescent',
  ct: 'court crt',
  ctr: 'center centre cntr',
  dr: 'drive drv',
  e: 'east',
  expy: 'expressway expr',
  gdns: 'gardens',
  hts: 'heights',
  hwy: 'highway hiway',
  ln: 'lane',
  mt: 'mount',
  n: 'north',
  ne: 'northeast',
  nw: 'northwest',
  pkwy: 'parkway pky',
  pl: 'place platz plaats',
  plz: 'plaza piazza pza',
  r: 'rue rua',
  rd: 'road',
  rte: 'route rt',
  s: 'south',
  se: 'southeast',
  sq: 'square',
  st: 'street saint sankt str strasse straat strt',
  sw: 'southwest',
  ter: 'terrace terr',
  trl: 'trail',
  v: 'via',
  w: 'west',
  '1st': 'first',
  '2nd': 'second',
  '3rd': 'third',
  '4th': 'fourth',
  '5th': 'fifth',
  '6th': 'sixth',
  '7th': 'seventh',
  '8th': 'eighth',
  '9th': 'ninth',
  '10th': 'tenth',
};
const SHORTENED = new Map(
  Object.entries(SHORT).flatMap(([short, words]) => words.split(' ').map((word) => [word, short] as const)),
);
/** Also as a part of a word: 'Hauptstraße', 'MainStreet'. */
const WITHIN = /boulevard|strasse|terrace|straat|avenue|street|square|drive|court|place|lane|road|str(?=\d|$)/g;

const WORDS = /\d+(?:st|nd|rd|th)(?!\p{L})|\d+[a-z]?(?!\p{L})|\d+|[a-z]\d+|\p{L}+|#/gu;
/** which unit, or which house: '2', '4b', 'b4', 'b' */
const WHICH = '(?:\\d+(?:st|nd|rd|th|[a-z])?|[a-z]\\d*)';
const UNIT =
  'apartment apartamento appartement appartamento app appt apt bldg building dept etage flat fl floor flr interno lot level lvl ' +
  'office ofc penthouse ph piso porta puerta rm room slip spc space ste suite stop top trailer trlr unit whg wohnung';
const UNITS = new RegExp(
  `(?<= )(?:\\d+(?:st|nd|rd|th) (?:floor|fl|flr)|(?:(?:${UNIT.replaceAll(' ', '|')})(?: #)?|#) ${WHICH})(?= )`,
  'g',
);
/** They say by themselves which, where an address ends with them. */
const PART = /^(?:basement|bsmt|floor|fl|flr|front|frnt|lower|lowr|penthouse|ph|rear|side|upper|uppr|#)$/;
const LAST = new RegExp(`^(?![nesw]$|\\d+(?:st|nd|rd|th)$)${WHICH}$`);
const NUMBER = /^\d/;

/** The house alone: without unit, accents, blanks and punctuation, its words in their short form. */
export function house(address1: string, country: string): string {
  const words = unitBefore(foldLetters(address1), country).match(WORDS) ?? [];
  const short = words.map((word) => SHORTENED.get(word) ?? word).filter((word) => !/^(?:no|nr|number)$/.test(word));
  const parts = ` ${short.join(' ')} `
    .replace(UNITS, '')
    .split(' ')
    .filter((word) => word !== '');
  // Japan's numbers are block and house, one after the other. 'ä' is 'a' by now, and may have been written 'ae'.
  return (/^jp$/i.test(country) ? parts : withoutTail(parts))
    .join('')
    .replace(WITHIN, (word) => SHORTENED.get(word) ?? word)
    .replace(/([aou])e/g, '$1')
    .replace(/aa/g, 'a');
}

/** Where '3/12 Main St' or '3-12 Main St' is unit 3 of number 12. */
function unitBefore(text: string, country: string): string {
  return /^(?:au|ca)$/i.test(country) ? text.replace(/^[^\d/]*\d+ *[a-z]? *[/-] *(?=\d)/, '') : text;
}

/** What follows the street is a unit where the house's number comes first, and all but that number where it comes last: 'Calle Mayor 5, 3 B'. */
function withoutTail(words: readonly string[]): readonly string[] {
  let end = words.length;
  while (end > 1 && PART.test(words[end - 1] ?? '')) end -= 1;
  const last = end;
  while (end > 1 && LAST.test(words[end - 1] ?? '') && !/^(?:hwy|rte)$/.test(words[end - 2] ?? '')) end -= 1;
  if (NUMBER.test(words[0] ?? '')) return words.slice(0, end);
  const isLettered = /^[a-z]$/.test(words[end + 1] ?? '');
  return words.slice(0, Math.min(last, isLettered ? end + 2 : end + 1));
}
