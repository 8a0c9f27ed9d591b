import { COUNTRIES, type Country } from './countries.js';

/** All patterns match one part of a line without accents, in lower case and with single blanks. */

const WORDS = [
  'postfach|case postale|casella postale|boite postale|postbus|postboks|postbox|post box|postiloker(?:o|on)',
  'apartado(?: postal| de correos?)?|(?:apdo|aptdo)\\.?(?: postal| de correos?)?|postafiok|postholf|postkast|pastkaste',
  'pasta kastite|abonenta kastite|(?:abonentine )?(?:pasto )?dezute|skrytka(?: pocztowa)?|skr(?:ytka)?\\. ?poczt\\.?',
  'postovni (?:prihradka|schranka)|postov(?:y priecinok|a schranka)|postanski pretinac|postni predal|casuta postala',
  '(?:пощенска|пощ\\.) кутия|(?:ταχ\\.|ταχυδρομικη) ?θυριδα|(?:private|locked) bag|gpo box|post ?office box',
];

const FRENCH = 'b\\.? ?p\\.?|c\\.? ?p\\.?';
const BALTIC = 'a ?/ ?k|a ?/ ?d|p\\.? ?k\\.?|p\\.? ?d\\.?';
const ADRIATIC = 'p\\.? ?p\\.?';
const GREEK = 'τ\\.? ?θ\\.?|t\\.? ?th\\.?';

/** short forms that mean a box only in these countries and before a number */
const SHORT: Readonly<Partial<Record<Country, string>>> = {
  CA: FRENCH,
  FR: FRENCH,
  BE: FRENCH,
  LU: FRENCH,
  CH: `${FRENCH}|pf\\.?`,
  DE: 'pf\\.?',
  AT: 'pf\\.?',
  ES: 'a\\.? ?c\\.?',
  IT: 'c\\.? ?p\\.?|cas\\. ?post\\.?',
  RO: 'c\\.? ?p\\.?',
  DK: 'boks|pb\\.?',
  NO: 'boks|p\\.? ?b\\.?',
  SE: 'pb\\.?',
  FI: 'pl\\.?|p\\.? ?b\\.?',
  IS: 'pholf\\.?',
  PL: 'skr\\.?(?: ?p\\.?)?',
  HU: 'pf\\.?',
  SI: ADRIATIC,
  HR: ADRIATIC,
  BG: 'п\\.? ?к\\.?|p\\.? ?k\\.?',
  GR: GREEK,
  CY: GREEK,
  EE: BALTIC,
  LV: BALTIC,
  LT: BALTIC,
};

/** A street name may contain these words: "Rue de la Boîte Postale 3", "Calle Apartado 4". */
const OF_A_STREET =
  /(?:^|[^\p{L}])(?:an|am|zum|zur|de|la|le|du|des|del|della|di|do|da|rue|via|calle|rua|av|avenue)\.?$/u;
const START = String.raw`(?:^|[^\p{L}\p{N}])`;
const NUMBER = String.raw`[ .:]*(?:(?:nr|no|num|numero|n)\b[ .°º:]*|[#№] ?)?\d`;

const numbered = (names: string) => new RegExp(`${START}(?:${names})${NUMBER}`, 'u');

const PO_BOX = new RegExp(`${START}p\\W{0,2}o\\W{0,2}(?:box|drawer)(?!\\p{L})`, 'u');
const POB = numbered('p[. ]{0,2}o[. ]{0,2}b\\.?');
const JAPANESE = /私書箱/u;
const ALONE = new RegExp(`^(?:${WORDS.join('|')})\\.?$`, 'u');
const WORD = numbered(WORDS.join('|'));
/** It must match a whole part, because "Box Hill 3" is a place. */
const BARE_BOX = new RegExp(`^box${NUMBER}[\\d -]*\\p{L}?$`, 'u');
const EVERYWHERE: readonly RegExp[] = [PO_BOX, POB, JAPANESE, ALONE, WORD];
/** Rural routes and military units, which every carrier serves (USPS Publication 28, 239, 241 to 248). */
const ROUTE =
  /^(?:r\.? ?r\.?|rural (?:route|rte)|h\.? ?c\.?|highway contract|star route|psc|cmr|unit|umr|opc) ?#? ?\d/u;
const MILITARY = /^(?:aa|ae|ap|armed forces)/u;
const SHORTS = new Map(Object.entries(SHORT).map(([country, names]) => [country, numbered(names)]));

function formsOf(country: unknown): readonly RegExp[] {
  if (typeof country !== 'string' || !(country in COUNTRIES)) return [...EVERYWHERE, ...SHORTS.values()];
  const short = SHORTS.get(country);
  return short ? [...EVERYWHERE, short] : EVERYWHERE;
}

/** NFKD separates accents from letters; NFKC converts full-width letters. */
function partsOf(line: string): string[] {
  const plain = line.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFKC').toLowerCase();
  return plain
    .replace(/(?<=\p{L})[-\u2010](?=\p{L})/gu, ' ')
    .split(/[,;()|\n]| [-–/] /)
    .map((part) => part.replace(/\s+/g, ' ').trim());
}

function isNamedIn(part: string, form: RegExp): boolean {
  const found = form.exec(part);
  return found !== null && !OF_A_STREET.test(part.slice(0, found.index));
}

const LINES = ['address1', 'address2', 'address3', 'line1', 'line2'];

function isOnRoute(parts: readonly string[], { country, state }: Readonly<Record<string, unknown>>): boolean {
  if (country !== 'US') return false;
  const isMilitary = typeof state === 'string' && MILITARY.test(state.toLowerCase());
  return parts.some((part) => ROUTE.test(part) && (isMilitary || !part.startsWith('unit')));
}

export function isPoBox(address: object): boolean {
  const fields: Readonly<Record<string, unknown>> = { ...address };
  const forms = formsOf(fields.country);
  const parts = LINES.map((name) => fields[name]).flatMap((line) => (typeof line === 'string' ? partsOf(line) : []));
  if (parts.some((part) => forms.some((form) => isNamedIn(part, form)))) return true;
  return parts.some((part) => BARE_BOX.test(part)) && !isOnRoute(parts, fields);
}
