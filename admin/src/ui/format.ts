import { knownZone, timeText, viewerZone } from '@supreme-access/contract/clocks.js';
import { zoneCity } from '@supreme-access/contract/labels.js';

/** '20 Nov 2026, 11:00:03', as the viewer writes it, in the viewer's zone unless another is given. */
export function instant(iso: string, timeZone?: string): string {
  return `${day(iso, timeZone)}, ${clock(iso, timeZone)}`;
}

export function day(iso: string, timeZone?: string): string {
  return timeText(iso, { day: '2-digit', month: 'short', year: 'numeric', timeZone });
}

/** The instant of an input, which holds no zone: it is the viewer's. What cannot be read stays as it is, for the server to refuse. */
export function instantOf(local: string | null | undefined): string {
  const at = new Date(local ?? '');
  return Number.isNaN(at.getTime()) ? (local ?? '') : at.toISOString();
}

/** '11:00:03', or '11:00:03.120' when exact. */
export function clock(iso: string, timeZone?: string, exact = false): string {
  const parts = { hour: 'numeric', minute: '2-digit', second: '2-digit', timeZone } as const;
  return timeText(iso, exact ? { ...parts, fractionalSecondDigits: 3 } : parts);
}

/** '20 Nov 2026, 16:00:03 London': when it is for who looks. */
export function viewerTime(iso: string): string {
  return `${instant(iso)} ${viewerCity()}`;
}

/** The same where the drop is, or in UTC where the browser does not know its zone; null where that says nothing new. */
export function dropTime(iso: string, zone: string | null): string | null {
  if (!zone) return null;
  const there = knownZone(zone);
  return instant(iso, there) === instant(iso) ? null : `${instant(iso, there)} ${zoneCity(there)}`;
}

/** Both in a sentence. */
export function bothTimes(iso: string, zone: string | null): string {
  const there = dropTime(iso, zone);
  return there ? `${viewerTime(iso)} (${there})` : viewerTime(iso);
}

export function viewerCity(): string {
  return zoneCity(viewerZone());
}

/** 'GMT+1', 'EST': what the zone was called at that instant. */
export function zoneName(iso: string, timeZone?: string): string {
  const zone = knownZone(timeZone ?? viewerZone());
  // in the language of the page: others have numbers for most zones
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' }).formatToParts(
    Date.parse(iso),
  );
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? 'UTC';
}

/** 'CheckoutOutcomeUnknown' reads 'Checkout outcome unknown'. */
export function sentence(camelCase: string): string {
  const words = camelCase.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** '85 ms', '2.4 s', '3 min' */
export function lapse(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 1_000) return `${ms} ms`;
  return ms < 120_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}
