/** Pages under test use British times, whatever the machine's language is. */
const LANGUAGES = { configurable: true, value: ['en-GB'] };

/** `page`: a window, or the process's globals. */
export function lookAsBritish(page) {
  page.navigator ??= {};
  Object.defineProperty(page.navigator, 'languages', LANGUAGES);
}
