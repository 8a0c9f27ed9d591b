/** The server records the last use of a session once a minute. */
const PING_EVERY_MS = 60_000;

/** Pings the server while somebody fills a form, which sends no other requests, so that the session does not expire. */
export function pingWhileTyping(
  page: Pick<Document, 'addEventListener'>,
  ping: () => void,
  clock: () => number = Date.now,
): void {
  let pingedAt = clock();
  page.addEventListener(
    'input',
    () => {
      if (clock() - pingedAt < PING_EVERY_MS) return;
      pingedAt = clock();
      ping();
    },
    { capture: true, passive: true },
  );
}
