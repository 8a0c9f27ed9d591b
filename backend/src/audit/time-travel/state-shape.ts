import type { ShortenedPart, StateChange } from '@supreme-access/contract/shapes/audit.js';
import { isCollection, isKeyed } from 'immutable';

const [SHOWN, LISTED] = [60, 200];

export function shownState(
  state: object,
  changes: readonly StateChange[],
): { state: Record<string, unknown>; shortened: ShortenedPart[] } {
  const shortened: ShortenedPart[] = [];
  const changed = new Set(changes.map(({ path }) => path));
  const entries = Object.entries(state).map(([name, value]): [string, unknown] => {
    const parts = entriesOf(value);
    if (parts === undefined || parts.length <= SHOWN) return [name, plain(value)];
    const isNew = ([key]: readonly [string, unknown]) => changed.has(`${name}.${key}`);
    const chosen = [...parts.filter(isNew), ...parts.filter((one) => !isNew(one)).sort(byTime)].slice(0, SHOWN);
    shortened.push({ path: name, entries: parts.length, shown: SHOWN });
    const isList = Array.isArray(value) || (isCollection(value) && !isKeyed(value));
    return [
      name,
      isList ? chosen.map(([, one]) => plain(one)) : Object.fromEntries(chosen.map(([key, one]) => [key, plain(one)])),
    ];
  });
  return { state: Object.fromEntries(entries), shortened };
}

export function changesBetween(before: unknown, after: unknown): { changes: StateChange[]; isCut: boolean } {
  const changes: StateChange[] = [];
  compare(before, after, '', changes);
  return { changes: changes.slice(0, LISTED), isCut: changes.length > LISTED };
}

function compare(before: unknown, after: unknown, path: string, changes: StateChange[]): void {
  if (before === after || changes.length > LISTED) return;
  const [left, right] = [entriesOf(before), entriesOf(after)];
  if (left && right) {
    const [old, now] = [new Map(left), new Map(right)];
    for (const [key, value] of now) {
      const inner = path === '' ? key : `${path}.${key}`;
      if (old.has(key)) compare(old.get(key), value, inner, changes);
      else changes.push({ path: inner, kind: 'added', after: plain(value) });
    }
    for (const [key, value] of old) {
      if (!now.has(key))
        changes.push({ path: path === '' ? key : `${path}.${key}`, kind: 'removed', before: plain(value) });
    }
  } else {
    changes.push({ path, kind: 'changed', before: plain(before), after: plain(after) });
  }
}

function entriesOf(value: unknown): [string, unknown][] | undefined {
  if (isCollection(value)) {
    if (isKeyed(value)) return [...value.entries()].map(([key, one]) => [String(key), one]);
    return [...value.values()].map((one) => [String(one), one]);
  }
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
}

function plain(value: unknown): unknown {
  return isCollection(value) ? value.toJS() : value;
}

function byTime([, a]: readonly [string, unknown], [, b]: readonly [string, unknown]): number {
  return timeOf(b) - timeOf(a);
}

function timeOf(value: unknown): number {
  const { reservedAt } = (typeof value === 'object' && value !== null ? value : {}) as { reservedAt?: unknown };
  return typeof reservedAt === 'number' ? reservedAt : 0;
}
