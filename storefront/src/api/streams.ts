import { newId } from '@supreme-access/contract/intents.js';
import { BROKEN, MISSED, topicsText } from '@supreme-access/contract/live-topics.js';
import { nameOfSession, shareAmongTabs } from '@supreme-access/contract/share-tabs.js';
import { TabStreams, type Tabs } from '@supreme-access/contract/tab-streams.js';
import { watchConnection } from '@supreme-access/contract/watched-connection.js';
import { type Api, ApiError, api } from './api.js';
import type { LiveEvent } from './live.js';
import { onSessionChange, readSession } from './session.js';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Splits what has arrived into whole events and the incomplete rest. */
export function parseEvents(buffer: string): { events: LiveEvent[]; rest: string } {
  const blocks = buffer.replaceAll('\r\n', '\n').split('\n\n');
  const rest = blocks.pop() ?? '';
  return { events: blocks.flatMap(parseBlock), rest };
}

function parseBlock(block: string): LiveEvent[] {
  const value = (name: string) =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart())
      .join('\n');
  const data = value('data');
  if (!data) return [];
  try {
    return [{ event: value('event') || 'message', data: JSON.parse(data) }];
  } catch {
    return [];
  }
}

/** The pause before a reconnection attempt (0 is the first), ms. */
export function reconnectPause(attempt: number, random: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (0.5 + random / 2);
}

/**
 * Listens until `signal` aborts and reconnects with backoff; it ends on 4xx except 429. Each connection sends MISSED
 * first and BROKEN when it is lost.
 */
export async function listen(
  path: string,
  signal: AbortSignal,
  onEvent: (event: LiveEvent) => void,
  through: Pick<Api, 'open'> = api,
): Promise<void> {
  let attempt = 0;
  while (!signal.aborted) {
    const connection = watchConnection(signal);
    let wasOpen = false;
    try {
      const response = await through.open(path, connection.signal);
      wasOpen = true;
      onEvent({ event: MISSED, data: null });
      await read(response, connection.alive, (event) => {
        attempt = 0;
        onEvent(event);
      });
    } catch (error) {
      if (error instanceof ApiError && isFinal(error.status)) return;
    } finally {
      connection.close();
    }
    if (wasOpen && !signal.aborted) onEvent({ event: BROKEN, data: null });
    await pause(reconnectPause(attempt, Math.random()), signal);
    attempt += 1;
  }
}

const isFinal = (status: number) => status >= 400 && status < 500 && status !== 429;

async function read(response: Response, alive: () => void, onEvent: (event: LiveEvent) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return;
    alive();
    const { events, rest } = parseEvents(buffer + part.value);
    buffer = rest;
    events.forEach(onEvent);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(() => navigator.onLine && done(), ms);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

export const streams = new TabStreams(
  (topics, signal, onEvent) =>
    listen(`/api/live?${new URLSearchParams({ topics: topicsText(topics) })}`, signal, onEvent),
  newId(),
);

/** Shares one stream among the tabs of this browser that have the same session. Returns how a topic is followed. */
export function shareStreams(tabs: Tabs): TabStreams['follow'] {
  onSessionChange(shareAmongTabs(streams, () => nameOfSession('shop', readSession()), tabs));
  return (topic, onEvent) => streams.follow(topic, onEvent);
}
