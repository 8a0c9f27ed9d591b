import { BYTE_ORDER_MARK, csvLine } from '@supreme-access/contract/csv.js';
import type { Exporter } from 'react-admin';

/** The provider requests them page by page. */
export const EVERYTHING = 1_000_000;

/** Saves a list's rows as CSV. Hazard: a spreadsheet runs cells that begin like formulas, so they are escaped. */
export const exporter: Exporter = (records, _related, _provider, resource = 'export') =>
  saveCsv(resource, csvOf(records));

/** CSV with the columns that any record has. A list becomes one cell; a value with more structure is left out. */
export function csvOf(records: readonly object[]): string {
  const rows = records.map((record) => new Map(Object.entries(record).filter(([, value]) => isShown(value))));
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return [csvLine(columns), ...rows.map((row) => csvLine(columns.map((column) => cellOf(row.get(column)))))].join('');
}

function isShown(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Array.isArray(value);
}

function cellOf(value: unknown): string | number | boolean | null {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (!Array.isArray(value)) return value === null || value === undefined ? null : String(value);
  return value.map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one))).join(';');
}

export function saveCsv(name: string, csv: string): void {
  saveText(`${name}.csv`, BYTE_ORDER_MARK + csv, 'text/csv;charset=utf-8');
}

export function saveJson(name: string, value: unknown): void {
  saveText(name, JSON.stringify(value, null, 2), 'application/json');
}

export function saveText(name: string, text: string, type: string): void {
  saveFile(name, new Blob([text], { type }));
}

export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
