import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './prepare.js';
import { answerHelp } from './usage.js';

/** Each line is a bound, what it bounds, and after a `#` why it was raised. */
const BOUNDS = join(ROOT, 'scripts/counts.txt');
const CODE = /\.(?:ts|tsx|js|mjs|py|css)$/;
const SPECS = /^test\/|\.spec\.tsx?$/;
/** These pages are generated, and ASVS prescribes the rows of its table. */
const NOT_PROSE = /^docs\/(?:events|states)\.md$/;

const linesOf = (text) => text.split('\n').slice(0, -1);
const wordsOf = (text) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
const sectionsOf = (text) => text.split(/^(?=## )/m);
const withoutRows = (section) => (section.startsWith('## OWASP ASVS') ? section.replace(/^\|.*$/gm, '') : section);
const proseOf = (text) => sectionsOf(text).map(withoutRows).join('');
function conceptsIn(text) {
  return (
    sectionsOf(text)
      .find((section) => section.startsWith('## Concepts\n'))
      ?.match(/^- \*\*/gm)?.length ?? 0
  );
}

const folderOf = (path) => /^(?:[^/]+\/src\/[^/]+|[^/]+)(?=\/)/.exec(path)?.[0] ?? 'the root';

/** The counts by name. `files` maps paths to texts. */
export function count(files) {
  const counts = {};
  const add = (name, number) => {
    counts[name] = (counts[name] ?? 0) + number;
  };
  for (const [path, text] of Object.entries(files)) {
    if (path === 'README.md') add('words of README.md', wordsOf(text));
    if (/^(?:README|CHANGELOG|docs\/.*)\.md$/.test(path) && !NOT_PROSE.test(path))
      add('words of docs', wordsOf(proseOf(text)));
    if (path === '.env.example') add('settings', text.match(/^#?[A-Z][A-Z_]*=/gm)?.length ?? 0);
    if (path === 'docs/tour.md') add('concepts in docs/tour.md', conceptsIn(text));
    if (!CODE.test(path) || path.startsWith('docs/')) continue;
    const lines = linesOf(text).length;
    add('files over 300 lines', lines > 300 ? 1 : 0);
    add('files under 15 lines', lines < 15 ? 1 : 0);
    if (SPECS.test(path)) add('lines of specs and what they use', lines);
    else {
      add('lines of source', lines);
      add(`lines of ${folderOf(path)}`, lines);
    }
  }
  counts['comments in backend/src, percent'] = commentShare(files);
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The percentage of the server's lines that hold only a comment. */
function commentShare(files) {
  const server = Object.entries(files).filter(
    ([path]) => path.startsWith('backend/src/') && CODE.test(path) && !SPECS.test(path),
  );
  const lines = server.flatMap(([, text]) => linesOf(text));
  const comments = lines.filter((line) => /^\s*(?:\/\/|\/\*|\*)/.test(line));
  return lines.length === 0 ? 0 : Math.round((1000 * comments.length) / lines.length) / 10;
}

export function readBounds(text) {
  const rows = [...text.matchAll(/^ *([\d.]+) +([^#\n]*[^#\s])/gm)];
  return Object.fromEntries(rows.map(([, bound, name]) => [name, Number(bound)]));
}

/** A sentence for each count that exceeds its bound or has none. */
export function beyond(counts, bounds) {
  return Object.entries(counts).flatMap(([name, number]) => {
    if (bounds[name] === undefined) return [`${name}: ${number}, and scripts/counts.txt has no bound for it`];
    return number > bounds[name] ? [`${name}: ${number}, and the bound is ${bounds[name]}`] : [];
  });
}

function readFiles() {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const paths = listed.split('\n').filter((path) => CODE.test(path) || path.endsWith('.md') || path === '.env.example');
  const there = paths.filter((path) => existsSync(join(ROOT, path)));
  return Object.fromEntries(there.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

/** Prints every count beside its bound; resolves with `counts` where one exceeds it. */
export function checkCounts() {
  const counts = count(readFiles());
  const bounds = readBounds(readFileSync(BOUNDS, 'utf8'));
  const wrong = beyond(counts, bounds);
  console.log(`\n== counts: ${wrong.length === 0 ? 'passed' : 'failed'}`);
  for (const [name, number] of Object.entries(counts))
    console.log(`${String(number).padStart(7)} of ${String(bounds[name]).padStart(6)}  ${name}`);
  for (const sentence of wrong) console.log(`exceeded: ${sentence}`);
  return wrong.length === 0 ? [] : ['counts'];
}

function writeBounds() {
  const rows = Object.entries(count(readFiles())).map(([name, number]) => {
    const step = name.startsWith('lines') ? 50 : name.startsWith('words') ? 500 : 1;
    return `${String(Math.ceil(number / step) * step).padStart(6)}  ${name}`;
  });
  writeFileSync(
    BOUNDS,
    `# bound, what it bounds, and # why it was raised. \`npm run counts -- --write\` sets all of them to what is there.\n${rows.join('\n')}\n`,
  );
}

if (realpathSync(process.argv[1]) === import.meta.filename) {
  const USAGE = `usage: npm run counts [-- --write]
Counts what a reader has to hold, beside the bounds in scripts/counts.txt. --write sets the bounds to what is there.`;
  answerHelp(USAGE, ['--write']);
  if (process.argv.includes('--write')) writeBounds();
  process.exitCode = checkCounts().length;
}
