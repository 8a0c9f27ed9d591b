import type { RecordedRow } from './installation.js';

/**
 * A change of kept rows that was meant. `field`: no longer compared, neither here nor further in (`personal.name`); without
 * one, rows whose id begins with `id` may have come or gone.
 */
export interface MeantChange {
  projection: string;
  /** what the ids of the rows concerned begin with; '' means all of them */
  id: string;
  field?: string;
  why: string;
}

interface Difference {
  projection: string;
  id: string;
  /** '' when the row itself has come or gone */
  field: string;
  text: string;
}

/** What the rows of today lack of those that were kept, or tell otherwise; fields that were added are no difference. */
export function differences(kept: readonly RecordedRow[], now: readonly RecordedRow[]): Difference[] {
  const nameOf = ({ projection, id }: RecordedRow) => `${projection} ${id}`;
  const [keptBy, nowBy] = [kept, now].map((rows) => new Map(rows.map((row) => [nameOf(row), row])));
  const wholeRow = (row: RecordedRow, text: string) => ({ projection: row.projection, id: row.id, field: '', text });
  const gone = kept.filter((row) => !nowBy?.has(nameOf(row))).map((row) => wholeRow(row, 'is gone'));
  const come = now.filter((row) => !keptBy?.has(nameOf(row))).map((row) => wholeRow(row, 'is new'));
  const changed = kept.flatMap((row) => {
    const today = nowBy?.get(nameOf(row));
    const found = today ? lacking(row.document, today.document) : [];
    return found.map((difference) => ({ projection: row.projection, id: row.id, ...difference }));
  });
  return [...gone, ...come, ...changed];
}

export function isMeant(difference: Difference, { projection, id, field }: MeantChange): boolean {
  if (projection !== difference.projection || !difference.id.startsWith(id)) return false;
  if (field === undefined) return difference.field === '';
  return difference.field === field || difference.field.startsWith(`${field}.`);
}

function lacking(kept: unknown, now: unknown, path = ''): { field: string; text: string }[] {
  if (isObject(kept) && isObject(now)) {
    return Object.keys(kept).flatMap((key) => lacking(kept[key], now[key], path === '' ? key : `${path}.${key}`));
  }
  if (Array.isArray(kept) && Array.isArray(now) && kept.length === now.length) {
    return kept.flatMap((value, index) => lacking(value, now[index], `${path}.${index}`));
  }
  const [was, is] = [JSON.stringify(kept), JSON.stringify(now)];
  return was === is ? [] : [{ field: path, text: `was ${was} and is ${is}` }];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
