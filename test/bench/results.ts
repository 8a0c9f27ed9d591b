import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../support/root.js';
import { type Target, targetOf } from './targets.js';

export interface Result {
  name: string;
  value: number;
  unit: string;
  p50?: number;
  p99?: number;
  /** the same of the bare twin, measured in the same run: a ratio does not depend on the machine's speed */
  bare?: number;
  /** a requirement that is no bound, in words; false when it is missed */
  must?: readonly [text: string, holds: boolean];
}

/** A row of a results file. */
export type Kept = Pick<Result, 'name' | 'value' | 'unit'> & Record<'p50' | 'p99' | 'bare' | 'ratio', number | null>;
export type Met = 'goal' | 'must' | 'missed' | '';

export const LATEST = join(ROOT, 'test/bench/results/latest.json');
const COLUMNS = ['', 'value', 'p50 ms', 'p99 ms', 'bare twin', 'ratio', 'must', 'goal', 'met'];
const WORDS = [0, 6, 7, 8];

export function machine(): string {
  const [{ model } = { model: 'unknown processor' }] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${model.trim()}), ${memory} GiB, Node ${process.versions.node}`;
}

const number = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0 });
const shown = (value: number | undefined) => (value === undefined ? '' : number(value));

export function ratioOf({ value, bare }: Pick<Result, 'value' | 'bare'>): number | undefined {
  return bare === undefined ? undefined : value / bare;
}

export function metBy(row: Result, target: Target | undefined): Met {
  if (!target) return row.must === undefined ? '' : row.must[1] ? 'must' : 'missed';
  const judged = { value: row.value, p99: row.p99, ratio: ratioOf(row) }[target.judged] ?? Number.NaN;
  const holds = (bound: number) => (target.better === '<=' ? judged <= bound : judged >= bound);
  if (holds(target.goal)) return 'goal';
  return holds(target.must) ? 'must' : 'missed';
}

function cellsOf(row: Result): string[] {
  const target = targetOf(row.name);
  const judged = target?.judged === 'value' ? '' : (target?.judged ?? '');
  const must = target ? `${judged} ${target.better} ${number(target.must)}`.trim() : (row.must?.[0] ?? '');
  const [value, goal] = [`${number(row.value)} ${row.unit}`.trim(), shown(target?.goal)];
  const figures = [row.p50, row.p99, row.bare, ratioOf(row)].map(shown);
  return [row.name, value, ...figures, must, goal, metBy(row, target)];
}

export function printResults(results: readonly Result[]): void {
  printTable(COLUMNS, results.map(cellsOf));
  console.log(`\n${machine()}\n`);
}

/** The first and the last columns hold words, the others figures. */
function printTable(columns: readonly string[], rows: readonly string[][], words: readonly number[] = WORDS): void {
  const widths = columns.map((column, index) =>
    Math.max(...[columns, ...rows].map((row) => (row[index] ?? column).length)),
  );
  const cell = (text: string, index: number) =>
    words.includes(index) ? text.padEnd(widths[index] ?? 0) : text.padStart(widths[index] ?? 0);
  const line = (row: readonly string[]) => row.map(cell).join('  ').trimEnd();
  console.log(`\n${line(columns)}\n${widths.map((width) => '─'.repeat(width)).join('  ')}`);
  for (const row of rows) console.log(line(row));
}

export async function writeResults(results: readonly Result[], file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const kept: Kept[] = results.map((row) => {
    const { name, value, unit, p50, p99, bare } = row;
    return { name, value, unit, p50: p50 ?? null, p99: p99 ?? null, bare: bare ?? null, ratio: ratioOf(row) ?? null };
  });
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Math.round(value * 1_000) / 1_000 : value;
  await writeFile(file, `${JSON.stringify(kept, rounded, 2)}\n`);
}

export async function readResults(file: string): Promise<Kept[]> {
  return JSON.parse(await readFile(file, 'utf8'));
}

/** The change of each ratio since an earlier run, also of another machine. */
export function printChanges(results: readonly Result[], earlier: readonly Kept[]): void {
  const before = new Map(earlier.map(({ name, ratio }) => [name, ratio ?? undefined]));
  const rows = results.flatMap((row) => {
    const [now, then] = [ratioOf(row), before.get(row.name)];
    if (now === undefined || then === undefined) return [];
    const percent = Math.round(100 * (now / then - 1));
    return [[row.name, number(then), number(now), `${percent > 0 ? '+' : ''}${percent} %`]];
  });
  printTable(['ratio to the bare twin', 'before', 'now', 'change'], rows, [0]);
}
