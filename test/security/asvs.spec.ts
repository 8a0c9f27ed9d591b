import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/root.js';

/** docs/security.md names a spec for each of its claims; a renamed or removed spec fails here. */

const DOCUMENT = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
/** the number of level 1 and 2 requirements per section of OWASP ASVS 5.0.0; they are numbered from 1 */
const SECTIONS: Record<string, readonly number[]> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};
const REQUIREMENTS = Object.entries(SECTIONS).flatMap(([chapter, counts]) =>
  counts.flatMap((count, index) => Array.from({ length: count }, (_, n) => `${chapter}.${index + 1}.${n + 1}`)),
);

function section(heading: string): string {
  const [, text = ''] = DOCUMENT.split(`\n## ${heading}\n`);
  return text.split('\n## ')[0] ?? '';
}
const rowsOf = (text: string) => text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ASVS'));
const idsIn = (text: string) => text.match(/\b\d+\.\d+\.\d+\b/g) ?? [];
/** relative to the root, or to backend/src */
const fileOf = (path: string) =>
  [path, `backend/src/${path}`].map((one) => join(ROOT, one)).find((one) => existsSync(one));

interface Proof {
  path: string;
  /** words of the spec's title */
  said: string | undefined;
}
const proofsIn = (text: string): Proof[] =>
  [...text.matchAll(/`([\w./-]+\.(?:spec|fixture)\.tsx?)`(?: \*([^*]+)\*)?/g)].map(([, path = '', said]) => ({
    path,
    said,
  }));

describe('docs/security.md', () => {
  const [met = '', none = ''] = section('OWASP ASVS 5.0, level 2').split('\n### What does not apply\n');
  const rows = rowsOf(met).filter((row) => /^\| \d/.test(row));

  it('names every requirement of ASVS 5.0 of level 1 and 2 once: as met, or as one that does not apply', () => {
    const named = [...rows.map((row) => row.split('|')[1]?.trim() ?? ''), ...idsIn(none)];
    expect(REQUIREMENTS).toHaveLength(253);
    expect(named.toSorted()).toEqual(REQUIREMENTS.toSorted());
  });

  it('has a spec for each that applies, and a reason for each that does not', () => {
    expect(rows.filter((row) => proofsIn(row).length === 0)).toEqual([]);
    const listed = none.split('\n').filter((line) => line.startsWith('| ') && idsIn(line).length > 0);
    expect(listed.filter((line) => (line.split('|')[3]?.trim().length ?? 0) < 10)).toEqual([]);
  });

  it('has a spec for each attack, for each risk of the API Top 10 and for each requirement on cards', () => {
    for (const [heading, least] of [
      ['Attacks, and the stories that show them failing', 25],
      ['OWASP API Security Top 10, 2023', 10],
      ['PCI DSS 4.0, 3.3 to 3.6', 10],
    ] as const) {
      const claims = rowsOf(section(heading)).slice(1);
      expect([heading, claims.length >= least]).toEqual([heading, true]);
      expect(claims.filter((row) => proofsIn(row).length === 0)).toEqual([]);
    }
  });

  it('names only existing specs, by words in them', () => {
    const gone = proofsIn(DOCUMENT).filter(({ path, said }) => {
      const file = fileOf(path);
      return file === undefined || (said !== undefined && !readFileSync(file, 'utf8').includes(said));
    });
    expect(gone).toEqual([]);
  });
});
