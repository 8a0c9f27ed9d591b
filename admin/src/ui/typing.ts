/** ms; the server notes the last use of a session once a minute */
const TELL_EVERY = 60_000;

/** Somebody who fills a form asks the server for nothing meanwhile: it is told that they are there, so that their session stays. */
export function tellOfTyping(
  page: Pick<Document, 'addEventListener'>,
  tell: () => void,
  clock: () => number = Date.now,
): void {
  let toldAt = clock();
  page.addEventListener(
    'input',
    () => {
      if (clock() - toldAt < TELL_EVERY) return;
      toldAt = clock();
      tell();
    },
    { capture: true, passive: true },
  );
}
