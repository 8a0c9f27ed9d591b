import type { BrowserContext, Request } from 'playwright-core';

/** How many streams a browser holds, of those that it opens from now on. */
export function openStreams(context: BrowserContext): () => number {
  const open = new Set<Request>();
  const end = (request: Request) => void open.delete(request);
  context.on('requestfinished', end).on('requestfailed', end);
  context.on('request', (request) => {
    if (/\/api\/live\?|\/stream$/.test(request.url())) open.add(request);
  });
  // nothing is said of the requests of a page that is closed
  return () => [...open].filter((request) => !request.frame().page().isClosed()).length;
}
