import { useSyncExternalStore } from 'react';
import { api } from './api.js';

const SECOND = 1_000;
const listeners = new Set<() => void>();
let offset = 0;
let stoppedAt: number | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Reads the server's clock and assumes that the answer is half a round trip old. A failure keeps the last offset. */
export async function syncClock(): Promise<void> {
  const sentAt = Date.now();
  try {
    const { now } = await api.get<{ now?: number }>('/api/time');
    // A network with a login page answers with HTML of its own.
    if (typeof now !== 'number') throw new TypeError('The answer holds no time.');
    setOffset(now - (sentAt + Date.now()) / 2);
  } catch {
    setTimeout(() => void syncClock(), 30 * SECOND);
  }
}

function setOffset(ms: number): void {
  offset = ms;
  for (const listener of listeners) listener();
}

/** A page that shows the past stays at that moment, ms UTC; undefined: the clock runs again. */
export function stopClockAt(ms: number | undefined): void {
  stoppedAt = ms;
  for (const listener of listeners) listener();
}

/** The server's time, ms UTC. */
export function serverNow(): number {
  return stoppedAt ?? Date.now() + offset;
}

/** The server's time in whole seconds, ms UTC. */
export function useServerSecond(): number {
  return useSyncExternalStore(subscribe, wholeSecond);
}

/** A value computed from the server's time; the component renders again only when the value changes. */
export function useByServerTime<T extends string | number | boolean>(compute: (now: number) => T): T {
  return useSyncExternalStore(subscribe, () => compute(wholeSecond()));
}

function wholeSecond(): number {
  return Math.floor(serverNow() / SECOND) * SECOND;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) tick();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

function tick(): void {
  clearTimeout(timer);
  for (const listener of listeners) listener();
  timer = setTimeout(tick, SECOND - (serverNow() % SECOND));
}
