import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COUNTRIES, US_STATES, type UsState } from '@supreme-access/contract/countries.js';
import type { Place } from '@supreme-access/contract/shapes/people.js';
import { plainText } from '@supreme-access/contract/typed-text.js';
import { BACKEND } from '../../config/config.js';
import { foldCharacters } from '../../stores/read-models/fold-characters.js';

/** zips, cities and states of the United States, made by scripts/places.js from GeoNames (CC BY 4.0) */
const FILE = join(BACKEND, 'assets/places/us.tsv');
const ZIP_AT_END = /(?:^|[\s,])(\d{5})(?: ?- ?(\d{4}))?$/;
const ZIP_ALONE = /^\d{3,5}$/;
const COUNTRY_AT_END = /[\s,]+(?:usa?|united states)$/i;

interface Row {
  zip: string;
  city: string;
  state: string;
}
/** One row per line, sorted by zip; `folded` is the lower-case text with equal offsets. */
interface Table {
  text: string;
  folded: string;
}

let table: Table | undefined;
function opened(): Table {
  if (!table) {
    const text = `\n${readFileSync(FILE, 'utf8')}`;
    table = { text, folded: text.toLowerCase() };
  }
  return table;
}

/**
 * Matches the end of the input: a zip ('12 Main Street, 94103'), or a city with or without its state ('12 Main Street,
 * Portland OR'). The rest becomes the address line; a city with several zips leaves the zip empty.
 */
export function usPlaces(query: string, limit: number): Place[] {
  const typed = plainText(query).replace(COUNTRY_AT_END, '');
  const end = ZIP_AT_END.exec(typed);
  const zip = end?.[1] ?? ZIP_ALONE.exec(typed)?.[0];
  if (zip) {
    const line = lineBefore(end ? typed.slice(0, end.index) : '');
    const whole = (row: Row) => (end?.[2] ? { ...row, zip: `${zip}-${end[2]}` } : row);
    return byZip(zip, limit).map((row) => placeOf(line, whole(row)));
  }
  const comma = cityStart(typed);
  const line = lineBefore(typed.slice(0, comma));
  return byCity(typed.slice(comma), limit).map((row) => placeOf(line, row));
}

function cityStart(typed: string): number {
  const last = typed.lastIndexOf(',');
  return stateOf(typed.slice(last + 1)) && last > 0 ? typed.lastIndexOf(',', last - 1) + 1 : last + 1;
}

const lineBefore = (text: string): string => text.replace(/[\s,]+$/, '').trim();

function placeOf(address1: string, { zip, city, state }: Row): Place {
  const where = [address1, city, `${state} ${zip}`.trim(), COUNTRIES.US].filter(Boolean);
  return { label: where.join(', '), address1, city, state, zip, country: 'US' };
}

function byZip(zip: string, limit: number): Row[] {
  return rowsAt(`\n${zip}`, (at) => at + 1, limit);
}

function byCity(query: string, limit: number): Row[] {
  const { city, state } = readCity(query);
  if (city.length < 3) return [];
  const found = new Map<string, Row & { zips: number }>();
  for (const row of rowsAt(`\t${city}`, (at) => opened().text.lastIndexOf('\n', at) + 1, Number.POSITIVE_INFINITY)) {
    if (state && row.state !== state) continue;
    const key = `${row.city}, ${row.state}`;
    const earlier = found.get(key);
    found.set(key, earlier ? { ...earlier, zip: '', zips: earlier.zips + 1 } : { ...row, zips: 1 });
  }
  const isWhole = (row: Row) => row.city.toLowerCase() === city;
  return [...found.values()]
    .sort((a, b) => Number(isWhole(b)) - Number(isWhole(a)) || b.zips - a.zips)
    .slice(0, limit)
    .map(({ zips: _, ...row }) => row);
}

function readCity(query: string): { city: string; state: UsState | null } {
  const words = foldCharacters(query)
    .split(/[\s,]+/)
    .filter(Boolean);
  for (const count of [1, 2, 3]) {
    const state = words.length > count ? stateOf(words.slice(-count).join(' ')) : null;
    if (state) return { city: words.slice(0, -count).join(' '), state };
  }
  return { city: words.join(' '), state: null };
}

function stateOf(text: string): UsState | null {
  const wanted = text.trim().toLowerCase();
  const codes = Object.keys(US_STATES) as UsState[];
  return codes.find((code) => code.toLowerCase() === wanted || US_STATES[code].toLowerCase() === wanted) ?? null;
}

function rowsAt(needle: string, lineStart: (at: number) => number, limit: number): Row[] {
  const { text, folded } = opened();
  const rows: Row[] = [];
  for (let at = folded.indexOf(needle); at >= 0 && rows.length < limit; at = folded.indexOf(needle, at + 1)) {
    const start = lineStart(at);
    const [zip = '', city = '', state = ''] = text.slice(start, text.indexOf('\n', start)).split('\t');
    rows.push({ zip, city, state });
  }
  return rows;
}
