import { useSyncExternalStore } from 'react';
import { api } from './api.js';

const SECOND = 1_000;
const listeners = new Set<() => void>();
let offset = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Learns the server's clock. The answer is taken to be half a round trip old; a failure keeps what was known. */
export async function syncClock(): Promise<void> {
  const asked = Date.now();
  try {
    const { now } = await api.get<{ now?: number }>('/api/time');
    // a network that wants a login answers with a page of its own
    if (typeof now !== 'number') throw new TypeError('The answer holds no time.');
    setOffset(now - (asked + Date.now()) / 2);
  } catch {
    setTimeout(() => void syncClock(), 30 * SECOND);
  }
}

function setOffset(ms: number): void {
  offset = ms;
  for (const listener of listeners) listener();
}

/** Now by the server's clock, ms UTC. */
export function serverNow(): number {
  return Date.now() + offset;
}

/** The server's time in whole seconds (ms UTC), ticking on the second. */
export function useServerSecond(): number {
  return useSyncExternalStore(subscribe, wholeSecond);
}

/** Something that depends on the server's time; draws again only when it changes. */
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
