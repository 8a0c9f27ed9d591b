import { type Json, objectsIn } from '../json-calls.js';
import type { Money } from '../retailer.js';

/** minor units by type, each amount once; undefined: not all are safe integers, or not exactly one total */
export interface Totals {
  total: number;
  rows: { type: string; amount: number }[];
}
/** Whether the total is what its version's text says that it sums up to. */
export type AddsUp = (totals: Totals) => boolean;

/** A session without exactly one matching total must not be completed by a machine. */
export function totalIn({ totals, currency }: Json, addsUp: AddsUp): Money | null {
  const read = readTotals(totals);
  if (!read || read.total < 0 || typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency)) return null;
  return addsUp(read) ? { amount: read.total, currency: currency.toLowerCase() } : null;
}

function readTotals(value: unknown): Totals | undefined {
  const rows = objectsIn(value).map(({ type, amount }) => ({ type: String(type), amount: Number(amount) }));
  const isReadable = rows.every(({ amount }) => Number.isSafeInteger(amount));
  const [total, ...others] = rows.filter(({ type }) => type === 'total');
  if (!isReadable || !total || others.length > 0) return undefined;
  return { total: total.amount, rows: rows.filter((row) => row !== total) };
}

export function sumOf({ rows }: Totals, ...types: string[]): number {
  return rows.reduce((sum, { type, amount }) => (types.includes(type) ? sum + amount : sum), 0);
}

/** What a shipping option costs: its total, or else the sum of its rows. */
export function costIn(totals: unknown): number | null {
  const rows = objectsIn(totals);
  const totalRow = rows.find(({ type }) => type === 'total');
  const amount = totalRow ? Number(totalRow.amount) : rows.reduce((sum, row) => sum + Number(row.amount), 0);
  return rows.length > 0 && Number.isSafeInteger(amount) && amount >= 0 ? amount : null;
}
