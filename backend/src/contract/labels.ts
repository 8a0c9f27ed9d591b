import type { BounceReason } from './event-names.js';
import { CURRENCY, ONE_SIZE } from './limits.js';
import { decimalsOf } from './money.js';

const formats = new Map<string, Intl.NumberFormat>();

function inCurrency(currency: string): Intl.NumberFormat {
  const format = formats.get(currency) ?? newFormat(currency);
  formats.set(currency, format);
  return format;
}

/** Intl accepts any three letters; other text is no currency and is formatted as a number. */
function newFormat(currency: string): Intl.NumberFormat {
  const decimals = decimalsOf(currency);
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const style = /^[a-z]{3}$/i.test(currency) ? ({ style: 'currency', currency } as const) : {};
  return new Intl.NumberFormat('en-US', { ...style, ...digits });
}

export function zoneCity(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

export function counted(count: number | null, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count ?? 0} ${many}`;
}

/** `amount` in price units; '$25.00' */
export function money(amount: number, currency: string = CURRENCY): string {
  return inCurrency(currency).format(amount);
}

/** '1250.00', as it is typed into a field */
export function plainAmount(amount: number, currency: string): string {
  const parts = inCurrency(currency).formatToParts(amount);
  return parts.flatMap(({ type, value }) => (['integer', 'decimal', 'fraction'].includes(type) ? value : [])).join('');
}

export function slotDigits(slot: number | null, total: number): string {
  const width = Math.max(3, String(total).length);
  return slot === null ? '·'.repeat(width) : String(slot).padStart(width, '0');
}

export function slotTitle(slot: number | null | undefined, total: number): string {
  return slot ? `Slot ${slotDigits(slot, total)} is yours.` : 'The slot is yours.';
}

export function slotLabel(slot: number | null, total: number): string {
  return `${slotDigits(slot, total)}/${total}`;
}

export function sizeLabel(size: string): string {
  return size.toUpperCase();
}

export function styleLabel(style: string): string {
  return style.toLowerCase() === 'os' ? ONE_SIZE : style;
}

export const BOUNCES: Record<BounceReason, string> = {
  'no-mailbox': 'The mailbox does not exist.',
  'mailbox-full': 'The mailbox is full.',
  refused: 'The receiving mail server rejected it.',
};

export function lasting(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${Math.round(ms / 1_000)} s`;
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`;
  return ms < 172_800_000 ? `${Math.round(ms / 3_600_000)} h` : `${Math.round(ms / 86_400_000)} days`;
}
