import { BROKEN, type LiveEvent, MISSED, type OnLiveEvent } from '@supreme-access/contract/live-topics.js';
import { useEffect, useRef } from 'react';
import { loadChunk } from './chunks.js';

export { BROKEN, type LiveEvent, MISSED };

type Follow = (topic: string, onEvent: OnLiveEvent) => () => void;

const RELOAD_MS = 30_000;
let provided: Follow | null = null;
const waiting = new Set<(follow: Follow) => void>();

export function provideStreams(follow: Follow): void {
  provided = follow;
  for (const begin of waiting) begin(follow);
  waiting.clear();
}

export async function openStreams(): Promise<void> {
  try {
    const [share, tabs] = await Promise.all([
      loadChunk(async () => (await import('./streams.js')).shareStreams),
      loadChunk(async () => (await import('@supreme-access/contract/tabs.js')).TABS),
    ]);
    provideStreams(share(tabs));
  } catch {
    setTimeout(() => void openStreams(), RELOAD_MS);
  }
}

function follow(topic: string, onEvent: OnLiveEvent): () => void {
  if (provided) return provided(topic, onEvent);
  let stop = () => {};
  const begin = (now: Follow) => {
    stop = now(topic, onEvent);
  };
  waiting.add(begin);
  return () => {
    waiting.delete(begin);
    stop();
  };
}

/** Live events of a topic while the component is mounted; null subscribes to nothing. */
export function useLive(topic: string | null, onEvent: (event: LiveEvent) => void): void {
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => (topic === null ? undefined : follow(topic, (event) => latest.current(event))), [topic]);
}
