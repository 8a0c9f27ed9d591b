import { supportedZone, timeText, viewerZone } from '@supreme-access/contract/clocks.js';
import { zoneCity } from '@supreme-access/contract/labels.js';

/** `20 Nov 2026, 11:00:03` in the viewer's locale, and in the viewer's zone unless another is given. */
export function instant(iso: string, timeZone?: string): string {
  return `${day(iso, timeZone)}, ${clock(iso, timeZone)}`;
}

export function day(iso: string, timeZone?: string): string {
  return timeText(iso, { day: '2-digit', month: 'short', year: 'numeric', timeZone });
}

/**
 * Reads an input without a zone as the viewer's time. Text that is no time is returned unchanged, for the server to
 * refuse.
 */
export function instantOf(local: string | null | undefined): string {
  const at = new Date(local ?? '');
  return Number.isNaN(at.getTime()) ? (local ?? '') : at.toISOString();
}

/** `11:00:03`, or `11:00:03.120` when exact. */
export function clock(iso: string, timeZone?: string, exact = false): string {
  const parts = { hour: 'numeric', minute: '2-digit', second: '2-digit', timeZone } as const;
  return timeText(iso, exact ? { ...parts, fractionalSecondDigits: 3 } : parts);
}

/** `20 Nov 2026, 16:00:03 London` in the viewer's zone. */
export function viewerTime(iso: string): string {
  return `${instant(iso)} ${viewerCity()}`;
}

/** The time in the drop's zone, or in UTC where the browser does not know it; null where it equals the viewer's. */
export function dropTime(iso: string, zone: string | null): string | null {
  if (!zone) return null;
  const there = supportedZone(zone);
  return instant(iso, there) === instant(iso) ? null : `${instant(iso, there)} ${zoneCity(there)}`;
}

export function bothTimes(iso: string, zone: string | null): string {
  const there = dropTime(iso, zone);
  return there ? `${viewerTime(iso)} (${there})` : viewerTime(iso);
}

export function viewerCity(): string {
  return zoneCity(viewerZone());
}

/** The zone's abbreviation at that instant, as `GMT+1` or `EST`. */
export function zoneName(iso: string, timeZone?: string): string {
  const zone = supportedZone(timeZone ?? viewerZone());
  // Other locales have numbers for most zones.
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' }).formatToParts(
    Date.parse(iso),
  );
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? 'UTC';
}

/** `CheckoutOutcomeUnknown` becomes `Checkout outcome unknown`. */
export function sentence(camelCase: string): string {
  const words = camelCase.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `85 ms`, `2.4 s` or `3 min`. */
export function lapse(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 1_000) return `${ms} ms`;
  return ms < 120_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}
