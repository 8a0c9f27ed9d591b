import type { Size } from '@supreme-access/contract/limits.js';

const LOCALE = 'en-US';

/** `amount` in price units; '$25.00'. */
export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat(LOCALE, { style: 'currency', currency }).format(amount);
}

/** `minor` in minor units (cents), as events keep money. */
export function minorMoney(minor: number, currency: string): string {
  const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** '20 Nov 2026, 11:00:03', in the viewer's zone unless another is given. */
export function instant(iso: string, timeZone?: string): string {
  return `${day(iso, timeZone)}, ${clock(iso, timeZone)}`;
}

/** '20 Nov 2026' */
export function day(iso: string, timeZone?: string): string {
  const parts = { day: '2-digit', month: 'short', year: 'numeric', timeZone } as const;
  return new Intl.DateTimeFormat('en-GB', parts).format(new Date(iso));
}

/** '11:00:03', or '11:00:03.120' when exact. */
export function clock(iso: string, timeZone?: string, exact = false): string {
  const parts = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone } as const;
  return new Intl.DateTimeFormat('en-GB', exact ? { ...parts, fractionalSecondDigits: 3 } : parts).format(
    new Date(iso),
  );
}

/** 'GMT+1', 'EST': what the zone was called at that instant. */
export function zoneName(iso: string, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat(LOCALE, { timeZone, timeZoneName: 'short' }).formatToParts(new Date(iso));
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? 'UTC';
}

/** '014/200': a slot is a numbered ticket. */
export function slotName(slotNumber: number, totalStock: number): string {
  return `${slotDigits(slotNumber, totalStock)}/${totalStock}`;
}

/** '014', as wide as the total */
export function slotDigits(slotNumber: number, totalStock: number): string {
  return String(slotNumber).padStart(Math.max(3, String(totalStock).length), '0');
}

export function sizeName(size: Size): string {
  return size.toUpperCase();
}

/** The style 'os' reads 'OS'; others stay as they were written. */
export function styleName(style: string): string {
  return style.toLowerCase() === 'os' ? 'OS' : style;
}

/** 'CheckoutOutcomeUnknown' reads 'Checkout outcome unknown'. */
export function sentence(camelCase: string): string {
  const words = camelCase.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
