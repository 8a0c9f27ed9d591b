import { pino } from 'pino';

interface Line {
  level?: number;
  /** ms UTC, or ISO 8601 */
  time?: number | string;
  msg?: string;
  err?: { message?: string; stack?: string };
}

/** What a terminal would obey: control characters except the line feed of stacks. */
const CONTROL = /[\p{Cc}\p{Cf}]/gu;

/** One JSON line of the log as people read it: `19:02:11 WARN  a job failed  kind=charge attempts=2`. */
export function inTerminal(json: string): string {
  const { level = 30, time = 0, msg = '', err, ...more } = JSON.parse(json) as Line;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const word = (pino.levels.labels[level] ?? String(level)).toUpperCase().padEnd(5);
  const facts = Object.entries(more).map(([name, value]) => `${name}=${textOf(value)}`);
  const error = err && ` ${err.stack ?? err.message ?? textOf(err)}`;
  const said = [msg, facts.join(' ')].filter((part) => part !== '').join('  ');
  const lines = `${clock} ${word} ${said}${error ?? ''}`.split('\n');
  return `${lines.map((line) => line.replace(CONTROL, '')).join('\n')}\n`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
