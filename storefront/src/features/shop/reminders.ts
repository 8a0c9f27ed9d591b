import { browserEntries } from '@supreme-access/contract/entries.js';
import { counted } from '@supreme-access/contract/labels.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { useEffect, useSyncExternalStore } from 'react';
import { ApiError, api } from '../../api/api.js';
import { serverNow, syncClock, useByServerTime } from '../../api/clock.js';
import { storageChanges } from '../../api/storage-changes.js';

const KEY = 'reminders';
const MINUTE = 60_000;
export const REMIND_AHEAD_MS = 5 * MINUTE;
const EXPIRES_AFTER_MS = 72 * 60 * MINUTE;

export interface Reminder {
  productId: string;
  title: string;
  /** The release time, ms UTC. */
  releaseTime: number;
  isNotified?: boolean;
}

export type Dated = Pick<PublicProduct, 'productId' | 'productTitle' | 'releaseAt'>;

const changes = storageChanges();
let held: { text: string | null; reminders: readonly Reminder[] } = { text: null, reminders: [] };

export function reminders(): readonly Reminder[] {
  const text = browserEntries.get(KEY);
  if (text !== held.text) held = { text, reminders: parsed(text) };
  return held.reminders;
}

function parsed(text: string | null): Reminder[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept)
      ? (kept as Reminder[]).filter(({ releaseTime }) => releaseTime + EXPIRES_AFTER_MS > serverNow())
      : [];
  } catch {
    return [];
  }
}

function keep(all: readonly Reminder[]): void {
  browserEntries.set(KEY, JSON.stringify(all));
  changes.announce();
}

export const canNotify = (): boolean => 'Notification' in window && Notification.permission !== 'denied';

/** Asks for the browser's permission, which needs a user gesture; false when it was refused. */
export async function remindOf({ productId, productTitle, releaseAt }: Dated): Promise<boolean> {
  if (!canNotify() || !releaseAt || (await Notification.requestPermission()) !== 'granted') return false;
  const reminder = { productId, title: productTitle, releaseTime: Date.parse(releaseAt) };
  keep([...reminders().filter((one) => one.productId !== productId), reminder]);
  return true;
}

export function forgetReminder(productId: string): void {
  keep(reminders().filter((one) => one.productId !== productId));
}

export function useIsReminded(productId: string): boolean {
  return useSyncExternalStore(changes.watch, () => reminders().some((one) => one.productId === productId));
}

/** Notifies of a drop that has a reminder. */
export function notify(productId: string, title: string, body: string): void {
  if (!canNotify() || Notification.permission !== 'granted') return;
  if (!reminders().some((one) => one.productId === productId)) return;
  try {
    new Notification(title, { body, tag: productId });
  } catch {
    // Some phones let only service workers notify: https://developer.mozilla.org/docs/Web/API/Notification/Notification
  }
}

const isDue = (releaseTime: number, now: number) => now >= releaseTime - REMIND_AHEAD_MS;

/** A release may have been moved since, and the browser's clock may be wrong; without an answer what is known counts. */
async function remind({ productId, title, releaseTime: savedTime }: Reminder): Promise<void> {
  const [knownTime] = await Promise.all([releaseTimeOf(productId), syncClock()]);
  const releaseTime = knownTime ?? savedTime;
  const isMoved = releaseTime !== savedTime;
  const now = serverNow();
  if (!isMoved && !isDue(releaseTime, now)) return;
  const inMinutes = counted(Math.ceil((releaseTime - now) / MINUTE), 'minute', 'minutes');
  if (!isMoved && now < releaseTime) notify(productId, title, `The release starts in ${inMinutes}.`);
  const changes = isMoved ? { releaseTime } : { isNotified: true };
  keep(reminders().map((one) => (one.productId === productId ? { ...one, ...changes } : one)));
}

/** 0: it has no date any more; null: nobody knows */
async function releaseTimeOf(productId: string): Promise<number | null> {
  try {
    const { releaseAt } = await api.get<Dated>(`/api/products/${encodeURIComponent(productId)}`);
    return releaseAt ? Date.parse(releaseAt) : 0;
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? 0 : null;
  }
}

export function useReminders(): void {
  const all = useSyncExternalStore(changes.watch, reminders);
  const dueId = useByServerTime(
    (now) => all.find(({ isNotified, releaseTime }) => !isNotified && isDue(releaseTime, now))?.productId ?? '',
  );
  useEffect(() => {
    const due = all.find(({ productId }) => productId === dueId);
    if (due) void remind(due);
  }, [all, dueId]);
}
