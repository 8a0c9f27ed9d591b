import { newId } from '@supreme-access/contract/intents.js';
import { BROKEN, MISSED, topicsText } from '@supreme-access/contract/live-topics.js';
import { nameOfSession, shareAmongTabs } from '@supreme-access/contract/share-tabs.js';
import { ALONE, TabStreams } from '@supreme-access/contract/tab-streams.js';
import { useEffect, useRef } from 'react';
import { HttpError } from 'react-admin';
import { parse, refusalText, requestHeaders } from './http.js';
import { readSession } from './session.js';

export { BROKEN };

/** Server-sent events with the bearer header, which EventSource cannot send. Resolves when the stream has ended. @throws HttpError */
export async function openStream(
  url: string,
  signal: AbortSignal,
  onEvent: (event: string, data: unknown) => void,
  onOpen: () => void = () => {},
): Promise<void> {
  const headers = requestHeaders({}, null);
  headers.set('Accept', 'text/event-stream');
  const response = await fetch(url, { headers, signal });
  if (!response.ok) throw new HttpError(refusalText(parse(await response.text()), response), response.status);
  onOpen();
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return;
    const blocks = (rest + part.value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event, data] = /^event: ([\w-]+)\ndata: (.*)$/.exec(block) ?? [];
      if (event !== undefined && data !== undefined) onEvent(event, parse(data));
    }
  }
}

/** ms until a stream that ended is opened again */
const AGAIN = 3_000;

/**
 * Keeps a stream open while the page is seen: however it ends, it is opened again. `onBroken`: nothing is told until then. Returns how
 * to stop, as an effect does.
 */
export function follow(open: (signal: AbortSignal) => Promise<void>, onBroken: () => void): () => void {
  let stop: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = async () => {
    const own = new AbortController();
    stop = own;
    await open(own.signal).catch(() => undefined);
    if (own.signal.aborted) return;
    onBroken();
    timer = setTimeout(() => void again(), AGAIN);
  };
  const end = () => {
    stop?.abort();
    stop = null;
    clearTimeout(timer);
  };
  const look = () => {
    const isSeen = page?.visibilityState !== 'hidden';
    if (isSeen && !stop) void again();
    if (isSeen || !stop) return;
    end();
    onBroken();
  };
  const page = globalThis.document;
  page?.addEventListener('visibilitychange', look);
  look();
  return () => {
    page?.removeEventListener('visibilitychange', look);
    end();
  };
}

const streams = new TabStreams(async (topics, signal, hear) => {
  const path = `/api/live?${new URLSearchParams({ topics: topicsText(topics) })}`;
  const open = (own: AbortSignal) =>
    openStream(
      path,
      own,
      (event, data) => hear({ event, data }),
      () => hear({ event: MISSED, data: null }),
    );
  signal.addEventListener(
    'abort',
    follow(open, () => hear({ event: BROKEN, data: null })),
  );
}, newId());
// until it is shared
streams.enter('this tab');
let enterSession = () => {};

/** From now on one tab of this browser holds the stream of all that are in the same session. */
export async function shareStreams(): Promise<void> {
  streams.leave();
  const tabs = await import('@supreme-access/contract/tabs.js').then(
    ({ TABS }) => TABS,
    () => ALONE,
  );
  enterSession = shareAmongTabs(streams, () => nameOfSession('admin', readSession()), tabs);
}

/** Live events of a topic for as long as the component stands; null listens to nothing. BROKEN: nothing is told until the next. */
export function useTopic(topic: string | null, hear: (event: string, data: unknown) => void): void {
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(() => {
    if (topic === null) return;
    enterSession();
    return streams.follow(topic, ({ event, data }) => latest.current(event, data));
  }, [topic]);
}
