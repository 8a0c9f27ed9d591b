import type { Country } from './countries.js';
import { ZIP_MAX } from './limits.js';
import { plainText } from './typed-text.js';

interface Grouping {
  code: RegExp;
  between: ' ' | '-';
}

const LETTERS_FIRST: Grouping = { code: /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/, between: ' ' };
const THREE_AND_TWO: Grouping = { code: /^(\d{3})(\d{2})$/, between: ' ' };

/** Source: https://www.upu.int/en/postal-solutions/programmes-services/addressing-solutions */
const GROUPINGS: Readonly<Partial<Record<Country, Grouping>>> = {
  US: { code: /^(\d{5})(\d{4})$/, between: '-' },
  CA: { code: /^([A-Z]\d[A-Z])(\d[A-Z]\d)$/, between: ' ' },
  GB: LETTERS_FIRST,
  IE: { code: /^([A-Z]\d[\dW])([A-Z\d]{4})$/, between: ' ' },
  NL: { code: /^(\d{4})([A-Z]{2})$/, between: ' ' },
  JP: { code: /^〒?(\d{3})(\d{4})$/, between: '-' },
  PL: { code: /^(\d{2})(\d{3})$/, between: '-' },
  PT: { code: /^(\d{4})(\d{3})$/, between: '-' },
  MT: { code: /^([A-Z]{3})(\d{4})$/, between: ' ' },
  SE: THREE_AND_TWO,
  CZ: THREE_AND_TWO,
  SK: THREE_AND_TWO,
  GR: THREE_AND_TWO,
};

export function zipProblem(typed: string, country: Country): string | null {
  if (zipOf(typed, country) !== null) return null;
  return country === 'US' ? 'A US ZIP code has five or nine digits.' : `Use at most ${ZIP_MAX} characters.`;
}

export function zipOf(typed: string, country: Country): string | null {
  const text = plainText(typed).toUpperCase().replace(/ ?- ?/g, '-');
  const grouping = GROUPINGS[country];
  const parts = grouping?.code.exec(text.replace(/[ -]/g, ''));
  const zip = grouping && parts ? parts.slice(1).join(grouping.between) : text;
  if (country === 'US' && !/^\d{5}(-\d{4})?$/.test(zip)) return null;
  return zip !== '' && zip.length <= ZIP_MAX && !/\p{Cc}/u.test(zip) ? zip : null;
}
