import { supportedZone, timeText, viewerZone } from '@supreme-access/contract/clocks.js';
import { zoneCity } from '@supreme-access/contract/labels.js';

/** `Fri 21 Nov` in the viewer's locale, and in the viewer's zone unless another is given. */
export function day(iso: string, timeZone?: string): string {
  return timeText(iso, { weekday: 'short', day: 'numeric', month: 'short', timeZone }).replace(',', '');
}

/** `11:00` or `11:00 AM`, in the viewer's zone unless another is given. */
export function clockTime(iso: string, timeZone?: string): string {
  return timeText(iso, { hour: 'numeric', minute: '2-digit', timeZone });
}

/** `11:00:03` in the viewer's zone. */
export function stampTime(iso: string): string {
  return timeText(iso, { hour: 'numeric', minute: '2-digit', second: '2-digit' });
}

/** `Mon 23 Nov 02:56 New York` in the viewer's zone. */
export function viewerTime(iso: string): string {
  return `${day(iso)} ${clockTime(iso)} ${viewerCity()}`;
}

/** The time in the drop's zone, or in UTC where the browser does not know it; null where it equals the viewer's. */
export function dropTime(iso: string, zone: string | null): string | null {
  if (!zone) return null;
  const there = supportedZone(zone);
  const text = `${day(iso, there)} ${clockTime(iso, there)}`;
  return text === `${day(iso)} ${clockTime(iso)}` ? null : `${text} ${zoneCity(there)}`;
}

export function viewerCity(): string {
  return zoneCity(viewerZone());
}
