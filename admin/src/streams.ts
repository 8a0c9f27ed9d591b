import { newId } from '@supreme-access/contract/intents.js';
import { BROKEN, MISSED, topicsText } from '@supreme-access/contract/live-topics.js';
import { nameOfSession, shareAmongTabs } from '@supreme-access/contract/share-tabs.js';
import { ALONE, TabStreams } from '@supreme-access/contract/tab-streams.js';
import { watchConnection } from '@supreme-access/contract/watched-connection.js';
import { useEffect, useRef } from 'react';
import { HttpError } from 'react-admin';
import { parse, refusalText, requestHeaders } from './http.js';
import { readSession } from './session.js';

export { BROKEN };

/**
 * Opens server-sent events with the bearer header, which EventSource cannot send. Resolves when the stream has ended.
 * @throws HttpError
 */
export async function openStream(
  url: string,
  signal: AbortSignal,
  onEvent: (event: string, data: unknown) => void,
  onOpen: () => void = () => {},
): Promise<void> {
  const headers = requestHeaders({}, null);
  headers.set('Accept', 'text/event-stream');
  const connection = watchConnection(signal);
  try {
    const response = await fetch(url, { headers, signal: connection.signal });
    if (!response.ok) throw new HttpError(refusalText(parse(await response.text()), response), response.status);
    onOpen();
    await read(response, connection.alive, onEvent);
  } finally {
    connection.close();
  }
}

async function read(response: Response, alive: () => void, onEvent: (event: string, data: unknown) => void) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return;
    alive();
    const blocks = (rest + part.value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event, data] = /^event: ([\w-]+)\ndata: (.*)$/.exec(block) ?? [];
      if (event !== undefined && data !== undefined) onEvent(event, parse(data));
    }
  }
}

const REOPEN_MS = 3_000;

/**
 * Keeps a stream open while the page is visible, and reopens it however it ends. `onBroken` is called when it is lost.
 * Returns how to stop, as an effect does.
 */
export function follow(open: (signal: AbortSignal) => Promise<void>, onBroken: () => void): () => void {
  let stop: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reopen = async () => {
    const own = new AbortController();
    stop = own;
    await open(own.signal).catch(() => undefined);
    if (own.signal.aborted) return;
    onBroken();
    timer = setTimeout(() => void reopen(), REOPEN_MS);
  };
  const end = () => {
    stop?.abort();
    stop = null;
    clearTimeout(timer);
  };
  const update = () => {
    const isVisible = page?.visibilityState !== 'hidden';
    if (isVisible && !stop) void reopen();
    if (isVisible || !stop) return;
    end();
    onBroken();
  };
  const page = globalThis.document;
  page?.addEventListener('visibilitychange', update);
  update();
  return () => {
    page?.removeEventListener('visibilitychange', update);
    end();
  };
}

const streams = new TabStreams(async (topics, signal, onEvent) => {
  const path = `/api/live?${new URLSearchParams({ topics: topicsText(topics) })}`;
  const open = (own: AbortSignal) =>
    openStream(
      path,
      own,
      (event, data) => onEvent({ event, data }),
      () => onEvent({ event: MISSED, data: null }),
    );
  signal.addEventListener(
    'abort',
    follow(open, () => onEvent({ event: BROKEN, data: null })),
  );
}, newId());
streams.enter('this tab');
let enterSession = () => {};

/** One tab of this browser holds the stream of all tabs with the same session. */
export async function shareStreams(): Promise<void> {
  streams.leave();
  const tabs = await import('@supreme-access/contract/tabs.js').then(
    ({ TABS }) => TABS,
    () => ALONE,
  );
  enterSession = shareAmongTabs(streams, () => nameOfSession('admin', readSession()), tabs);
}

/**
 * Live events of a topic while the component is mounted; null subscribes to nothing. BROKEN means that no events arrive
 * until the next one.
 */
export function useTopic(topic: string | null, onEvent: (event: string, data: unknown) => void): void {
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => {
    if (topic === null) return;
    enterSession();
    return streams.follow(topic, ({ event, data }) => latest.current(event, data));
  }, [topic]);
}
