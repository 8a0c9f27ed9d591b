import { foldCharacters } from '../../stores/read-models/fold-characters.js';

/**
 * Profiles, slots and redemptions store hashes of the result, so these rules must never change: other rules need a new
 * version of the person key (docs/decisions/0046). The words follow USPS Publication 28, appendix C
 * (https://pe.usps.com/text/pub28/28apc_002.htm), and similar lists of other countries.
 */

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
/** Also matches inside a word: 'Hauptstraße', 'MainStreet'. */
const WITHIN = /boulevard|strasse|terrace|straat|avenue|street|square|drive|court|place|lane|road|str(?=\d|$)/g;

const WORDS = /\d+(?:st|nd|rd|th)(?!\p{L})|\d+[a-z]?(?!\p{L})|\d+|[a-z]\d+|\p{L}+|#/gu;
/** number of a unit or a house: '2', '4b', 'b4', 'b' */
const WHICH = '(?:\\d+(?:st|nd|rd|th|[a-z])?|[a-z]\\d*)';
const UNIT =
  'apartment apartamento appartement appartamento app appt apt bldg building dept etage flat fl floor flr interno lot level lvl ' +
  'office ofc penthouse ph piso porta puerta rm room slip spc space ste suite stop top trailer trlr unit whg wohnung';
const UNITS = new RegExp(
  `(?<= )(?:\\d+(?:st|nd|rd|th) (?:floor|fl|flr)|(?:(?:${UNIT.replaceAll(' ', '|')})(?: #)?|#) ${WHICH})(?= )`,
  'g',
);
const PART = /^(?:basement|bsmt|floor|fl|flr|front|frnt|lower|lowr|penthouse|ph|rear|side|upper|uppr|#)$/;
const LAST = new RegExp(`^(?![nesw]$|\\d+(?:st|nd|rd|th)$)${WHICH}$`);
const NUMBER = /^\d/;

export function normalizedStreet(address1: string, country: string): string {
  const words = unitBefore(foldCharacters(address1), country).match(WORDS) ?? [];
  const short = words.map((word) => SHORTENED.get(word) ?? word).filter((word) => !/^(?:no|nr|number)$/.test(word));
  const parts = ` ${short.join(' ')} `
    .replace(UNITS, '')
    .split(' ')
    .filter((word) => word !== '');
  // Japanese numbers are block and house. 'ä' is 'a' here and may also be written 'ae'.
  return (/^jp$/i.test(country) ? parts : withoutTail(parts))
    .join('')
    .replace(WITHIN, (word) => SHORTENED.get(word) ?? word)
    .replace(/([aou])e/g, '$1')
    .replace(/aa/g, 'a');
}

/** In these countries '3/12 Main St' and '3-12 Main St' mean unit 3 of number 12. */
function unitBefore(text: string, country: string): string {
  return /^(?:au|ca)$/i.test(country) ? text.replace(/^[^\d/]*\d+ *[a-z]? *[/-] *(?=\d)/, '') : text;
}

/** After a leading house number the tail is a unit; otherwise it starts with the number: 'Calle Mayor 5, 3 B'. */
function withoutTail(words: readonly string[]): readonly string[] {
  let end = words.length;
  while (end > 1 && PART.test(words[end - 1] ?? '')) end -= 1;
  const last = end;
  while (end > 1 && LAST.test(words[end - 1] ?? '') && !/^(?:hwy|rte)$/.test(words[end - 2] ?? '')) end -= 1;
  if (NUMBER.test(words[0] ?? '')) return words.slice(0, end);
  const isLettered = /^[a-z]$/.test(words[end + 1] ?? '');
  return words.slice(0, Math.min(last, isLettered ? end + 2 : end + 1));
}
