import { isTimeZone } from './schedules.js';

/** What stands where a time cannot be read. */
const UNREADABLE = '–';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Their languages, best first: they say how dates are written, and whether a day has twice 12 hours or 24. */
function languages(): string[] {
  return [...(globalThis.navigator?.languages ?? [])].filter((language) => {
    try {
      return Intl.getCanonicalLocales(language).length > 0;
    } catch {
      // some browsers list names of the system's, such as 'en-US@posix'
      return false;
    }
  });
}

function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locales = languages();
  const key = JSON.stringify([locales, options]);
  // made once each: that takes longer than all they do
  const format = formats.get(key) ?? newFormat(locales, options);
  formats.set(key, format);
  return format;
}

/** Of 24 hours each has two digits, so that columns stand. */
function newFormat(locales: string[], options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const format = new Intl.DateTimeFormat(locales, options);
  const { hourCycle } = format.resolvedOptions();
  return hourCycle === 'h23' ? new Intl.DateTimeFormat(locales, { ...options, hour: '2-digit' }) : format;
}

/** A time as its viewer writes times, in `options.timeZone` or the viewer's; one that cannot be read is a dash. */
export function timeText(iso: string, options: Intl.DateTimeFormatOptions): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return UNREADABLE;
  const { timeZone, ...parts } = options;
  const zoned = timeZone === undefined ? parts : { ...parts, timeZone: knownZone(timeZone) };
  // it stays with its time where a line breaks, and our fonts lack the narrow space that some browsers put before it
  return formatOf(zoned)
    .format(at)
    .replace(/\s([AP]M)\b/, '\u00a0$1');
}

/** The zone itself, or UTC where the running engine does not know it: browsers are older than the rules of zones. */
export function knownZone(zone: string): string {
  return isTimeZone(zone) ? zone : 'UTC';
}

/** The name of the zone that the viewer's clocks are set to. */
export function viewerZone(): string {
  return knownZone(Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC');
}

/** Every zone that may be chosen here, `chosen` among them. */
export function zoneNames(chosen: string | undefined): string[] {
  const known = Intl.supportedValuesOf?.('timeZone') ?? [viewerZone()];
  return [...new Set(['UTC', ...known, ...(chosen ? [chosen] : [])])];
}
