import { isTimeZone } from './schedules.js';

const UNREADABLE = '–';

const formats = new Map<string, Intl.DateTimeFormat>();

function languages(): string[] {
  return [...(globalThis.navigator?.languages ?? [])].filter((language) => {
    try {
      return Intl.getCanonicalLocales(language).length > 0;
    } catch {
      // Some browsers list system locales such as 'en-US@posix'.
      return false;
    }
  });
}

function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locales = languages();
  const key = JSON.stringify([locales, options]);
  const format = formats.get(key) ?? newFormat(locales, options);
  formats.set(key, format);
  return format;
}

function newFormat(locales: string[], options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const format = new Intl.DateTimeFormat(locales, options);
  const { hourCycle } = format.resolvedOptions();
  return hourCycle === 'h23' ? new Intl.DateTimeFormat(locales, { ...options, hour: '2-digit' }) : format;
}

export function timeText(iso: string, options: Intl.DateTimeFormatOptions): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return UNREADABLE;
  const { timeZone, ...parts } = options;
  const zoned = timeZone === undefined ? parts : { ...parts, timeZone: supportedZone(timeZone) };
  // A no-break space keeps AM and PM with the time; our fonts lack the narrow space of some browsers.
  return formatOf(zoned)
    .format(at)
    .replace(/\s([AP]M)\b/, '\u00a0$1');
}

/** Returns UTC for a zone that an older browser does not know. */
export function supportedZone(zone: string): string {
  return isTimeZone(zone) ? zone : 'UTC';
}

export function viewerZone(): string {
  return supportedZone(Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC');
}

export function zoneNames(chosen: string | undefined): string[] {
  const zones = Intl.supportedValuesOf?.('timeZone') ?? [viewerZone()];
  return [...new Set(['UTC', ...zones, ...(chosen ? [chosen] : [])])];
}
