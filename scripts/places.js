// Makes the built-in places (backend/assets/places/us.tsv) from GeoNames' postal codes of the United States:
// node scripts/places.js US.txt  with the US.txt of https://download.geonames.org/export/zip/US.zip (CC BY 4.0)
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerHelp, refuse } from './usage.js';

const USAGE = 'usage: node scripts/places.js US.txt';
answerHelp(USAGE);
const [source, ...others] = process.argv.slice(2);
if (!source || others.length > 0 || !existsSync(source)) refuse(USAGE);
const MILITARY = /^(.+) (AA|AE|AP)$/;
const rows = readFileSync(source, 'utf8')
  .split('\n')
  .flatMap((line) => {
    // https://download.geonames.org/export/zip/readme.txt lists the columns: country, postal code, place name, state,
    // its code.
    const [, zip, place = '', , code] = line.split('\t');
    const [, city = place, state = code] = MILITARY.exec(place) ?? [];
    return zip && city && state && state !== 'MH' ? [`${zip}\t${city}\t${state}`] : [];
  });
const places = [...new Set(rows)].sort();
const target = join(import.meta.dirname, '../backend/assets/places/us.tsv');
writeFileSync(target, `${places.join('\n')}\n`);
console.log(`${places.length} places written to ${target}`);
