import { assertWhere, isScalar, type Where } from './conditions.js';
import type { Condition, Query } from './read-models.js';
import type { Bound } from './sqlite-database.js';

export interface Sql {
  text: string;
  values: readonly Bound[];
}

export interface Table {
  name: string;
  fields: readonly string[];
  lists: readonly string[];
  textsOf(list: number): string;
}

type Range = Extract<Condition, { gt?: unknown }>;

/** Other types are blobs; texts sort as in MongoDB: https://www.sqlite.org/datatype3.html#comparison_expressions */
const [FALSE, TRUE, OTHER] = [Buffer.of(0), Buffer.of(1), Buffer.of(2)];
const BEHIND_NUMBERS = `''`;
const BEHIND_TEXTS = `x''`;
const IN_JSON =
  `CASE json_type(document, ?) WHEN 'true' THEN x'01' WHEN 'false' THEN x'00'` +
  ` WHEN 'array' THEN x'02' WHEN 'object' THEN x'02' ELSE document ->> ? END`;
const LAST_CHARACTER = 0x10ffff;
const [BEFORE_HALVES, AFTER_HALVES] = [0xd7ff, 0xe000];

export function columnValue(value: unknown): Bound {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? TRUE : FALSE;
  return value === null || value === undefined ? null : OTHER;
}

export function toWhere(table: Table, where: Where): Sql {
  assertWhere(where);
  const parts = Object.entries(where).map(([field, condition]) => toSql(table, field, condition));
  if (parts.length === 0) return { text: '', values: [] };
  return join(parts, ' AND ', ' WHERE ');
}

export function toOrder(table: Table, sort: NonNullable<Query['sort']>): Sql {
  const parts = sort.map(([field, direction]) => {
    const { text, values } = fieldOf(table, field);
    return { text: `${text} ${direction}`, values };
  });
  return join([...parts, { text: `id ${sort.at(-1)?.[1] ?? 'asc'}`, values: [] }], ', ', ' ORDER BY ');
}

function toSql(table: Table, field: string, condition: Condition): Sql {
  if (!isScalar(condition) && 'has' in condition) return holding(table, field, [condition.has], true);
  if (!isScalar(condition) && 'hasPrefixes' in condition) return holding(table, field, condition.hasPrefixes, false);
  const value = fieldOf(table, field);
  if (isScalar(condition)) return compared(value, 'IS ?', columnValue(condition));
  if ('in' in condition) return oneOf(value, condition.in.map(columnValue));
  return 'prefix' in condition ? beginning(value, condition.prefix) : inRange(value, condition);
}

export function fieldOf({ fields }: Table, field: string): Sql {
  const column = fields.indexOf(field);
  return column >= 0 ? { text: `f${column}`, values: [] } : { text: IN_JSON, values: [pathTo(field), pathTo(field)] };
}

function pathTo(field: string): string {
  if (field.includes('"')) throw new TypeError(`no field has the name ${field}`);
  return `$."${field}"`;
}

function oneOf(value: Sql, wanted: readonly Bound[]): Sql {
  const some = wanted.filter((one) => one !== null);
  const among = compared(value, `IN (${some.map(() => '?').join()})`, ...some);
  if (some.length === wanted.length) return among;
  return join([among, compared(value, 'IS NULL')], ' OR ', '(', ')');
}

function inRange(value: Sql, { gt, gte, lt, lte }: Range): Sql {
  const lower = [['>', gt] as const, ['>=', gte] as const].flatMap(([operator, bound]) => {
    if (bound === undefined) return [];
    const end = typeof bound === 'number' ? BEHIND_NUMBERS : BEHIND_TEXTS;
    return [compared(value, `${operator} ?`, bound), compared(value, `< ${end}`)];
  });
  const upper = [['<', lt] as const, ['<=', lte] as const].flatMap(([operator, bound]) => {
    if (bound === undefined) return [];
    const start = typeof bound === 'number' ? [] : [compared(value, `>= ''`)];
    return [compared(value, `${operator} ?`, bound), ...start];
  });
  return join([...lower, ...upper], ' AND ');
}

function beginning(value: Sql, prefix: string): Sql {
  const end = behind(prefix);
  const below = end === undefined ? compared(value, `< ${BEHIND_TEXTS}`) : compared(value, '< ?', end);
  return join([compared(value, '>= ?', prefix), below], ' AND ');
}

function behind(prefix: string): string | undefined {
  const characters = [...prefix];
  while (characters.length > 0) {
    const code = characters.pop()?.codePointAt(0) ?? LAST_CHARACTER;
    const next = code === BEFORE_HALVES ? AFTER_HALVES : code + 1;
    if (code < LAST_CHARACTER) return characters.join('') + String.fromCodePoint(next);
  }
  return undefined;
}

function holding(table: Table, field: string, texts: readonly string[], isWhole: boolean): Sql {
  const list = table.lists.indexOf(field);
  if (list >= 0) {
    const name = table.textsOf(list);
    const wanted = texts.map((text) => toToken(text) + (isWhole ? '' : '*')).join(' AND ');
    return { text: `n IN (SELECT rowid FROM ${name} WHERE ${name} MATCH ?)`, values: [wanted] };
  }
  const path = pathTo(field);
  const parts = texts.map((text) => ({
    text:
      `(json_type(document, ?) = 'array' AND EXISTS (SELECT 1 FROM json_each(document, ?)` +
      ` WHERE type = 'text' AND ${isWhole ? 'value' : 'substr(value, 1, ?)'} = ?))`,
    values: [path, path, ...(isWhole ? [] : [[...text].length]), text],
  }));
  return join(parts, ' AND ');
}

export function toTokens(list: unknown): string {
  return Array.isArray(list)
    ? list
        .filter((one) => typeof one === 'string')
        .map(toToken)
        .join(' ')
    : '';
}

/** FTS5 splits and folds text: other characters become `q` and their code, so that prefixes stay prefixes. */
function toToken(text: string): string {
  return `t${text.replace(/[^a-pr-z0-9]/g, (unit) => `q${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}`;
}

function compared({ text, values }: Sql, operator: string, ...bound: readonly Bound[]): Sql {
  return { text: `${text} ${operator}`, values: [...values, ...bound] };
}

function join(parts: readonly Sql[], separator: string, before = '', after = ''): Sql {
  return {
    text: before + parts.map(({ text }) => text).join(separator) + after,
    values: parts.flatMap(({ values }) => values),
  };
}
