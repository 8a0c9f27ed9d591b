import { stripVTControlCharacters } from 'node:util';
import type { Finding } from '../../backend/src/audit/invariants.js';

export type Progress = (done: number, of: number) => void;
export type Row = readonly [label: string, value: string, note?: string];

const WIDTH = 100;
const BAR = 24;
/** ms between two lines of progress on an output without cursor control */
const QUIET = 5_000;

const isLive = process.stdout.isTTY === true && !process.env.NO_COLOR;
const paint = (code: string) => (text: string) => (isLive ? `\u001b[${code}m${text}\u001b[0m` : text);
const [bold, dim, green, red] = [paint('1'), paint('2'), paint('32'), paint('31')];

const write = (text: string) => process.stdout.write(text);
const clear = () => isLive && write('\r\u001b[2K');
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
/** Colour codes have no width. */
const shownLength = (text: string) => stripVTControlCharacters(text).length;

function dotted(left: string, right: string): string {
  const dots = Math.max(3, WIDTH - shownLength(left) - shownLength(right) - 2);
  return `${left} ${dim('·'.repeat(dots))} ${right}`;
}

export function title(text: string, under: string): void {
  write(`\n  ${bold(text)}\n  ${dim(under)}\n\n`);
}

export async function step<T>(
  what: string,
  work: (progress: Progress) => Promise<T>,
  summary: (result: T) => string = () => '',
): Promise<T> {
  const began = Date.now();
  let shownAt = began;
  const progress: Progress = (done, of) => {
    if (isLive) {
      const filled = Math.round((BAR * done) / Math.max(1, of));
      clear();
      write(`  ${what}  ${'▮'.repeat(filled)}${dim('▯'.repeat(BAR - filled))}  ${done}/${of}`);
    } else if (Date.now() - shownAt > QUIET) {
      shownAt = Date.now();
      write(`    ${what}: ${done}/${of}\n`);
    }
  };
  if (isLive) write(`  ${what} ...`);
  try {
    const result = await work(progress);
    clear();
    const said = summary(result);
    write(`${dotted(`  ${green('✓')} ${what}${said && `: ${said}`}`, dim(seconds(Date.now() - began)))}\n`);
    return result;
  } catch (error) {
    clear();
    write(`${dotted(`  ${red('✗')} ${what}`, dim(seconds(Date.now() - began)))}\n`);
    throw error;
  }
}

export function table(heading: string, rows: readonly Row[]): void {
  write(`\n  ${bold(heading)}\n  ${dim('─'.repeat(WIDTH - 2))}\n`);
  for (const [label, value, note = ''] of rows) {
    write(`  ${label.padEnd(34)}${value.padStart(12)}${note && `   ${dim(note)}`}\n`);
  }
}

export function verdict(findings: readonly Finding[]): void {
  write(`\n  ${bold('Invariants')}\n  ${dim('─'.repeat(WIDTH - 2))}\n`);
  for (const { name, ok, detail } of findings) {
    const mark = ok ? green('✓') : red('✗ BROKEN:');
    write(ok ? `${dotted(`  ${mark} ${name}`, dim(detail))}\n` : `  ${mark} ${name}\n    ${detail}\n`);
  }
  write('\n');
}
