import { newId } from '@supreme-access/contract/intents.js';
import { BROKEN, MISSED, topicsText } from '@supreme-access/contract/live-topics.js';
import { nameOfSession, shareAmongTabs } from '@supreme-access/contract/share-tabs.js';
import { TabStreams, type Tabs } from '@supreme-access/contract/tab-streams.js';
import { ApiError, api } from './api.js';
import type { LiveEvent } from './live.js';
import { onSessionChange, readSession } from './session.js';

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
/** ms without a byte after which a connection is taken to be dead; the server says that it is there every 15 s */
const SILENCE = 40_000;

/** Splits what has arrived into whole events and the rest that is still incomplete. */
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

/** Pause before the given reconnection attempt (0 is the first), ms. */
export function reconnectPause(attempt: number, random: number): number {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt) * (0.5 + random / 2);
}

/** Listens until `signal` aborts, reconnecting with backoff; ends on 4xx, but for 429: other streams may end. Each time it stands it says MISSED first, and BROKEN once it does no more. */
export async function listen(path: string, signal: AbortSignal, onEvent: (event: LiveEvent) => void): Promise<void> {
  let attempt = 0;
  while (!signal.aborted) {
    const line = openLine(signal);
    let stood = false;
    try {
      const response = await api.open(path, line.signal);
      stood = true;
      onEvent({ event: MISSED, data: null });
      await read(response, line.alive, (event) => {
        attempt = 0;
        onEvent(event);
      });
    } catch (error) {
      if (error instanceof ApiError && isFinal(error.status)) return;
    } finally {
      line.close();
    }
    if (stood && !signal.aborted) onEvent({ event: BROKEN, data: null });
    await pause(reconnectPause(attempt, Math.random()), signal);
    attempt += 1;
  }
}

const isFinal = (status: number) => status >= 400 && status < 500 && status !== 429;

function openLine(whole: AbortSignal) {
  const controller = new AbortController();
  const cut = () => controller.abort();
  let timer = setTimeout(cut, SILENCE);
  whole.addEventListener('abort', cut);
  window.addEventListener('offline', cut);
  return {
    signal: controller.signal,
    alive() {
      clearTimeout(timer);
      timer = setTimeout(cut, SILENCE);
    },
    close() {
      clearTimeout(timer);
      whole.removeEventListener('abort', cut);
      window.removeEventListener('offline', cut);
    },
  };
}

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

/** What this tab follows, once it has entered a session. */
export const streams = new TabStreams(
  (topics, signal, hear) => listen(`/api/live?${new URLSearchParams({ topics: topicsText(topics) })}`, signal, hear),
  newId(),
);

/** From now on one tab of this browser holds the stream of all that are in the same session. Returns how a topic is followed. */
export function shareStreams(tabs: Tabs): TabStreams['follow'] {
  onSessionChange(shareAmongTabs(streams, () => nameOfSession('shop', readSession()), tabs));
  return (topic, hear) => streams.follow(topic, hear);
}
