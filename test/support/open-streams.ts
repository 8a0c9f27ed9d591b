import type { BrowserContext, Request } from 'playwright-core';

/** Counts the streams that the browser opens from now on. */
export function openStreams(context: BrowserContext): () => number {
  const open = new Set<Request>();
  const end = (request: Request) => void open.delete(request);
  context.on('requestfinished', end).on('requestfailed', end);
  context.on('request', (request) => {
    if (/\/api\/live\?|\/stream$/.test(request.url())) open.add(request);
  });
  // The requests of a closed page end without an event.
  return () => [...open].filter((request) => !request.frame().page().isClosed()).length;
}
