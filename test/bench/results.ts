import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../support/root.js';

export interface Result {
  name: string;
  value: number;
  unit: string;
  p50?: number;
  p99?: number;
  ratioToBare?: number;
  /** the requirement in words; false when it is missed */
  must?: readonly [text: string, holds: boolean];
}

const FILE = join(ROOT, 'test/bench/results/latest.json');

export function machine(): string {
  const [{ model } = { model: 'unknown processor' }] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${model.trim()}), ${memory} GiB, Node ${process.versions.node}`;
}

const number = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0 });

export function printResults(results: readonly Result[]): void {
  const columns = ['', 'value', '', 'p50 ms', 'p99 ms', 'of bare', 'must'];
  const rows = results.map(({ name, value, unit, p50, p99, ratioToBare, must }) => [
    name,
    number(value),
    unit,
    p50 === undefined ? '' : number(p50),
    p99 === undefined ? '' : number(p99),
    ratioToBare === undefined ? '' : number(ratioToBare),
    must === undefined ? '' : `${must[1] ? '✓' : '✗'} ${must[0]}`,
  ]);
  const widths = columns.map((column, index) =>
    Math.max(...[columns, ...rows].map((row) => (row[index] ?? column).length)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) =>
        [1, 3, 4, 5].includes(index) ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
      )
      .join('  ');
  console.log(`\n${line(columns)}\n${widths.map((width) => '─'.repeat(width)).join('  ')}`);
  for (const row of rows) console.log(line(row));
  console.log(`\n${machine()}\n`);
}

export async function writeResults(results: readonly Result[]): Promise<void> {
  await mkdir(dirname(FILE), { recursive: true });
  const plain = results.map(({ must: _, name, value, unit, p50 = null, p99 = null, ratioToBare = null }) => {
    return { name, value: round(value), unit, p50: round(p50), p99: round(p99), ratioToBare: round(ratioToBare) };
  });
  await writeFile(FILE, `${JSON.stringify(plain, null, 2)}\n`);
}

const round = (value: number | null) => (value === null ? null : Math.round(value * 1_000) / 1_000);
