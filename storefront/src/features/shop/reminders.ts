import { browserEntries } from '@supreme-access/contract/entries.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { useEffect, useSyncExternalStore } from 'react';
import { serverNow } from '../../api/clock.js';
import { storageChanges } from '../../api/storage-changes.js';

const KEY = 'reminders';
const MINUTE = 60_000;
/** ms before the release at which somebody is reminded */
export const AHEAD = 5 * MINUTE;
/** ms after which nobody waits for the outcome any more */
const OVER = 72 * 60 * MINUTE;
/** ms; a timer cannot be set for longer */
const LONGEST = 2 ** 31 - 1;

export interface Reminder {
  productId: string;
  title: string;
  /** ms UTC */
  departsAt: number;
  /** it was told that it departs soon */
  told?: boolean;
}

/** A drop, or an order of one. */
export type Dated = Pick<PublicProduct, 'productId' | 'productTitle' | 'releaseAt'>;

const changes = storageChanges();
let held: { text: string | null; reminders: readonly Reminder[] } = { text: null, reminders: [] };

/** What this browser was asked to remind of, kept here alone. */
export function reminders(): readonly Reminder[] {
  const text = browserEntries.get(KEY);
  if (text !== held.text) held = { text, reminders: parsed(text) };
  return held.reminders;
}

function parsed(text: string | null): Reminder[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? (kept as Reminder[]).filter(({ departsAt }) => departsAt + OVER > serverNow()) : [];
  } catch {
    return [];
  }
}

function keep(all: readonly Reminder[]): void {
  browserEntries.set(KEY, JSON.stringify(all));
  changes.announce();
}

export const canNotify = (): boolean => 'Notification' in window && Notification.permission !== 'denied';

/** Asks the browser's leave, which only a press may do. False: it was not given. */
export async function remindOf({ productId, productTitle, releaseAt }: Dated): Promise<boolean> {
  if (!canNotify() || !releaseAt || (await Notification.requestPermission()) !== 'granted') return false;
  const reminder = { productId, title: productTitle, departsAt: Date.parse(releaseAt) };
  keep([...reminders().filter((one) => one.productId !== productId), reminder]);
  return true;
}

export function forgetReminder(productId: string): void {
  keep(reminders().filter((one) => one.productId !== productId));
}

export function useIsReminded(productId: string): boolean {
  return useSyncExternalStore(changes.watch, () => reminders().some((one) => one.productId === productId));
}

/** Says something of a drop that this browser was asked to tell of. */
export function notify(productId: string, title: string, body: string): void {
  if (!canNotify() || Notification.permission !== 'granted') return;
  if (!reminders().some((one) => one.productId === productId)) return;
  try {
    new Notification(title, { body, tag: productId });
  } catch {
    // Some phones let only service workers notify: https://developer.mozilla.org/docs/Web/API/Notification/Notification
  }
}

/** Reminds for as long as a page of the shop is open. */
export function useReminders(): void {
  const all = useSyncExternalStore(changes.watch, reminders);
  useEffect(() => {
    const next = all.filter(({ told }) => !told).toSorted((a, b) => a.departsAt - b.departsAt)[0];
    if (!next) return;
    const timer = setTimeout(
      () => {
        if (serverNow() < next.departsAt - AHEAD) return;
        if (serverNow() < next.departsAt) notify(next.productId, next.title, 'The release starts in five minutes.');
        keep(reminders().map((one) => (one.productId === next.productId ? { ...one, told: true } : one)));
      },
      Math.min(LONGEST, Math.max(0, next.departsAt - AHEAD - serverNow())),
    );
    return () => clearTimeout(timer);
  }, [all]);
}
