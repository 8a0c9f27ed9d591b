import { DELAYS } from '@supreme-access/contract/limits.js';
import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';
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

export interface LazyPart<Props extends object> {
  (props: Props): ReactNode;
  /** Fetches it, so that it is shown at once where it is rendered for the first time. */
  preload(): Promise<void>;
}

export function lazyPart<Props extends object>(load: Load<ComponentType<Props>>): LazyPart<Props> {
  let here: ComponentType<Props> | undefined;
  const fetched = async () => {
    here ??= await loadChunk(load);
    return here;
  };
  const Late = lazy(async () => ({ default: await fetched() }));
  const Part = (props: Props) => {
    const [Shown] = useState<ComponentType<Props>>(() => here ?? Late);
    return createElement(Shown, props);
  };
  return Object.assign(Part, {
    preload: async () => {
      await fetched();
    },
  });
}

/** A part that comes with what names it. */
export function readyPart<Props extends object>(Part: ComponentType<Props>): LazyPart<Props> {
  return Object.assign((props: Props) => createElement(Part, props), { preload: async () => {} });
}
