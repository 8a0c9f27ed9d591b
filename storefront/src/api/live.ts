import { BROKEN, type Hear, MISSED, type Told } from '@supreme-access/contract/live-topics.js';
import { useEffect, useRef } from 'react';
import { loadChunk } from './chunks.js';

export { BROKEN, MISSED };
export type LiveEvent = Told;

/** Tells of a topic; returns how to stop. */
type Follow = (topic: string, hear: Hear) => () => void;

/** ms until streams that did not load are loaded again; pages ask by themselves meanwhile */
const AGAIN = 30_000;
let provided: Follow | null = null;
const waiting = new Set<(follow: Follow) => void>();

export function provideStreams(follow: Follow): void {
  provided = follow;
  for (const begin of waiting) begin(follow);
  waiting.clear();
}

/** Loads what opens streams, which no page waits for, and shares them with the other tabs. */
export async function openStreams(): Promise<void> {
  try {
    const [share, tabs] = await Promise.all([
      loadChunk(async () => (await import('./streams.js')).shareStreams),
      loadChunk(async () => (await import('@supreme-access/contract/tabs.js')).TABS),
    ]);
    provideStreams(share(tabs));
  } catch {
    setTimeout(() => void openStreams(), AGAIN);
  }
}

function follow(topic: string, hear: Hear): () => void {
  if (provided) return provided(topic, hear);
  let stop = () => {};
  const begin = (now: Follow) => {
    stop = now(topic, hear);
  };
  waiting.add(begin);
  return () => {
    waiting.delete(begin);
    stop();
  };
}

/** Live events of a topic for as long as the component stands; null listens to nothing. */
export function useLive(topic: string | null, onEvent: (event: LiveEvent) => void): void {
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => (topic === null ? undefined : follow(topic, (event) => latest.current(event))), [topic]);
}
