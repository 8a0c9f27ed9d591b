import { Typography } from '@mui/material';
import { Facts } from '../ui/Facts.js';
import { instant } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';

const TIME = /(At|Until|recordedAt)$/;

export interface JsonRowsProps {
  value: object;
  empty: string;
  marked?: readonly string[];
}

export function JsonRows({ value, empty, marked = [] }: JsonRowsProps) {
  const rows = flatten(value);
  if (rows.length === 0) return <Typography sx={{ color: 'text.secondary' }}>{empty}</Typography>;
  const isMarked = (path: string) => marked.some((one) => path === one || path.startsWith(`${one}.`));
  const facts = rows.map(([path, content]) => [
    path,
    <Mono key={path}>
      {isMarked(path) && <strong>Changed: </strong>}
      {legible(path, content)}
    </Mono>,
  ]);
  return <Facts facts={Object.fromEntries(facts)} />;
}

export function legible(path: string, content: unknown): string {
  if (typeof content === 'number' && TIME.test(path) && content > 1e11) {
    return `${instant(new Date(content).toISOString())} (${content})`;
  }
  if (path.endsWith('personal') && typeof content === 'string') return `sealed, ${content.length} characters`;
  return typeof content === 'string' ? content || '""' : JSON.stringify(content);
}

/** Turns `{a: {b: 1}, c: []}` into `a.b` 1 and `c` []: each leaf under its path. */
function flatten(value: object, prefix = ''): [path: string, content: unknown][] {
  return Object.entries(value).flatMap(([key, content]): [string, unknown][] => {
    const path = prefix ? `${prefix}.${key}` : key;
    const isNested = typeof content === 'object' && content !== null && Object.keys(content).length > 0;
    return isNested && !isPlainList(content) ? flatten(content, path) : [[path, content]];
  });
}

const isPlainList = (content: object) =>
  Array.isArray(content) && content.every((item) => typeof item !== 'object' || item === null);
