import { zoneCity } from '@supreme-access/contract/labels.js';

function part(iso: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { hourCycle: 'h23', ...options }).format(new Date(iso));
}

/** `Fri 21 Nov` in the given zone, the viewer's when none is given. */
export function day(iso: string, timeZone?: string): string {
  return part(iso, { weekday: 'short', day: 'numeric', month: 'short', timeZone }).replace(',', '');
}

/** `11:00` in the given zone. */
export function clockTime(iso: string, timeZone?: string): string {
  return part(iso, { hour: '2-digit', minute: '2-digit', timeZone });
}

/** `11:00:03` in the viewer's zone: a stamp's exact time. */
export function stampTime(iso: string): string {
  return part(iso, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
}

/** `Mon 23 Nov 02:56 New York`: when it is for who looks. */
export function viewerTime(iso: string): string {
  return `${day(iso)} ${clockTime(iso)} ${zoneCity(viewerZone())}`;
}

/** The same in the drop's zone; null where that says nothing new. */
export function dropTime(iso: string, zone: string | null): string | null {
  if (!zone) return null;
  const there = `${day(iso, zone)} ${clockTime(iso, zone)}`;
  return there === `${day(iso)} ${clockTime(iso)}` ? null : `${there} ${zoneCity(zone)}`;
}

export function viewerZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
