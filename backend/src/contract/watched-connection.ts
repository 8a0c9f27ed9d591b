const SILENCE_MS = 40_000;

type Page = Partial<Pick<Window, 'addEventListener' | 'removeEventListener'>>;

/** Its signal aborts with `outer`, offline, and after 40 s without `alive`: the server sends a heartbeat every 15 s. */
export function watchConnection(outer: AbortSignal, page: Page = globalThis) {
  const controller = new AbortController();
  const cut = () => controller.abort();
  let timer = setTimeout(cut, SILENCE_MS);
  outer.addEventListener('abort', cut);
  page.addEventListener?.('offline', cut);
  return {
    signal: controller.signal,
    alive() {
      clearTimeout(timer);
      timer = setTimeout(cut, SILENCE_MS);
    },
    close() {
      clearTimeout(timer);
      outer.removeEventListener('abort', cut);
      page.removeEventListener?.('offline', cut);
    },
  };
}
