/** Whoever looks at a page under test writes times as the British do, whatever the machine's own language is. */
const LANGUAGES = { configurable: true, value: ['en-GB'] };

/** `page`: a window, or the process's own globals. */
export function lookAsBritish(page) {
  page.navigator ??= {};
  Object.defineProperty(page.navigator, 'languages', LANGUAGES);
}
