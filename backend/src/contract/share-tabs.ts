import type { TabStreams, Tabs } from './tab-streams.js';

/**
 * From now on one tab holds the stream of all tabs of a session, and none does while all are hidden. `nameOf`: of the session; what one
 * account is told is not for another. Returns what is called when another session may have begun.
 */
export function shareAmongTabs(streams: TabStreams, nameOf: () => string, tabs: Tabs): () => void {
  const look = () => streams.setHidden(document.visibilityState === 'hidden');
  look();
  document.addEventListener('visibilitychange', look);
  let name: string | null = null;
  const enter = () => {
    if (name === nameOf()) return;
    name = nameOf();
    streams.enter(name, tabs);
  };
  enter();
  window.addEventListener('storage', enter);
  window.addEventListener('pagehide', () => {
    name = null;
    streams.leave();
  });
  // a page that the browser has kept is shown again
  window.addEventListener('pageshow', enter);
  return enter;
}

/** Each login is a session of its own; the end of its token tells it from others, and opens nothing. */
export function nameOfSession(of: string, session: { uuid: string; token: string } | null): string {
  return session ? `${of} of ${session.uuid} ${session.token.slice(-12)}` : of;
}
