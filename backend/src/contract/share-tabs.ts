import type { TabStreams, Tabs } from './tab-streams.js';

/** One visible tab holds the stream for all tabs. Call the result when the session may have changed. */
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
  // The back-forward cache restores a page without a load.
  window.addEventListener('pageshow', enter);
  return enter;
}

/** The token's last characters separate sessions and grant nothing. */
export function nameOfSession(of: string, session: { uuid: string; token: string } | null): string {
  return session ? `${of} of ${session.uuid} ${session.token.slice(-12)}` : of;
}
