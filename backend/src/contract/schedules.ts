/** `instants` are both meanings of an ambiguous time, as ISO with offset. */
export type InstantProblem =
  | { ok: false; problem: 'invalid' | 'zone-required' | 'zone-unknown' | 'nonexistent' }
  | { ok: false; problem: 'ambiguous'; instants: [string, string] };
export type ResolvedInstant = { ok: true; at: number } | InstantProblem;

const DAY = 24 * 3_600_000;
/** ms; zones differ from UTC by whole quarters of an hour, by less than 15 hours. */
export const QUARTER_HOUR = 900_000;
const FARTHEST = 60 * QUARTER_HOUR;
const LOCAL =
  /^((?:19|[2-9]\d)\d{2})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(Z|[+-]\d{2}:?\d{2})?$/;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}

/** Checks an IANA zone name that this engine knows; offsets such as '+02:00' are invalid. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns the wall clock of a zone as if it were UTC, ms. */
function wallTime(at: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(at);
  const [year, month, day, hour, minute, second] = ['year', 'month', 'day', 'hour', 'minute', 'second'].map((type) =>
    Number(parts.find((part) => part.type === type)?.value),
  );
  const ms = ((at % 1000) + 1000) % 1000;
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second, ms);
}

const iso = (ms: number): string => new Date(ms).toISOString();

function withOffset(at: number, timeZone: string): string {
  const minutes = Math.round((wallTime(at, timeZone) - at) / 60_000);
  const offset = iso(Math.abs(minutes) * 60_000).slice(11, 16);
  return `${iso(at + minutes * 60_000).slice(0, 19)}${minutes < 0 ? '-' : '+'}${offset}`;
}

/** Returns 'YYYY-MM-DDTHH:mm' in a zone, for a form. `at` is ms UTC. */
export function localTime(at: number, timeZone: string): string {
  return iso(wallTime(at, timeZone)).slice(0, 16);
}

/** Returns the day in a zone, such as '2026-11-22'. `at` is ms UTC. */
export function dayAt(at: number, timeZone: string): string {
  return iso(wallTime(at, timeZone)).slice(0, 10);
}

/** Returns ms UTC of the first instant of a day in a zone; clocks that skip midnight start later than 00:00. */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  let earlier = midnight - FARTHEST;
  let begins = midnight + FARTHEST;
  while (begins - earlier > QUARTER_HOUR) {
    const middle = earlier + Math.floor((begins - earlier) / 2 / QUARTER_HOUR) * QUARTER_HOUR;
    if (wallTime(middle, timeZone) < midnight) earlier = middle;
    else begins = middle;
  }
  return begins;
}

const instant = (at: number): ResolvedInstant =>
  Number.isSafeInteger(at) && at >= 0 && at < Date.UTC(10_000, 0)
    ? { ok: true, at }
    : { ok: false, problem: 'invalid' };

function fromLocal(wall: number, timeZone: string | undefined): ResolvedInstant {
  if (!timeZone) return { ok: false, problem: 'zone-required' };
  if (!isTimeZone(timeZone)) return { ok: false, problem: 'zone-unknown' };
  // A day before and after lie on either side of a clock change.
  const offsets = [wall - DAY, wall, wall + DAY].map((at) => wallTime(at, timeZone) - at);
  const found = [...new Set(offsets)].map((offset) => wall - offset).filter((at) => wallTime(at, timeZone) === wall);
  const [first, second] = found.sort((a, b) => a - b);
  if (first === undefined) return { ok: false, problem: 'nonexistent' };
  if (second === undefined) return instant(first);
  return { ok: false, problem: 'ambiguous', instants: [withOffset(first, timeZone), withOffset(second, timeZone)] };
}

/** Returns ms UTC from ISO with offset, ms UTC or a local time; it refuses times that clocks skip or repeat. */
export function resolveInstant(value: unknown, timeZone?: string): ResolvedInstant {
  if (typeof value === 'number') return instant(value);
  const match = typeof value === 'string' ? LOCAL.exec(value.trim()) : null;
  if (!match) return { ok: false, problem: 'invalid' };
  const [, year, month, day, hour, minute, second = '00', fraction = '', offset] = match;
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0')}Z`;
  const wall = Date.parse(text);
  // V8 parses 31 February as 3 March.
  if (Number.isNaN(wall) || iso(wall) !== text) return { ok: false, problem: 'invalid' };
  return offset ? instant(Date.parse(text.replace('Z', offset))) : fromLocal(wall, timeZone);
}
