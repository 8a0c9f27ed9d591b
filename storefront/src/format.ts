import { CURRENCY, ONE_SIZE } from '@supreme-access/contract/limits.js';

/** A price in currency units, as people read it. */
export function money(amount: number, currency: string = CURRENCY): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(amount);
}

/** An amount in minor units (cents), as events keep money. */
export function minorMoney(minor: number, currency: string = CURRENCY): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** The ticket's number: `014/200`. */
export function slotLabel(slot: number | null, total: number): string {
  const digits = Math.max(3, String(total).length);
  return `${slot === null ? '·'.repeat(digits) : String(slot).padStart(digits, '0')}/${total}`;
}

/** 'os' reads 'OS', the rest upper case too. */
export function sizeLabel(size: string): string {
  return size.toLowerCase() === 'os' ? ONE_SIZE : size.toUpperCase();
}

/** The style 'os' reads 'OS'; other styles stay as they were written. */
export function styleLabel(style: string): string {
  return style.toLowerCase() === 'os' ? ONE_SIZE : style;
}

/**
 * The price after a promo, for display only: what is charged is the server's price. Ties of the discount go to the even
 * cent, as the server rounds them.
 */
export function discounted(price: number, percent: number): number {
  const cents = Math.round(price * 100);
  const share = (cents * Math.round(percent * 100)) / 10_000;
  const down = Math.floor(share);
  const up = share - down > 0.5 || (share - down === 0.5 && down % 2 === 1);
  return (cents - (up ? down + 1 : down)) / 100;
}

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

/** A zone's city as people say it: `America/New_York` reads `New York`. */
export function zoneCity(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** The viewer's own zone. */
export function viewerZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
