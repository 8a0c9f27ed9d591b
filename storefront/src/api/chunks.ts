import { DELAYS } from '@supreme-access/contract/limits.js';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { whenOnline } from './connection.js';

type Load<T> = () => Promise<T>;

/** Loads a script chunk, giving up after 120 s and trying once more: a release day's network is a bad network. */
export async function loadChunk<T>(load: Load<T>, limitMs: number = DELAYS.chunkLoad): Promise<T> {
  try {
    return await within(load(), limitMs);
  } catch {
    await whenOnline();
    return within(load(), limitMs);
  }
}

async function within<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('This part of the page did not load.')), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function lazyPart<Props extends object>(
  load: Load<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadChunk(load) }));
}
