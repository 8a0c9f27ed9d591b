import { existsSync } from 'node:fs';

/**
 * The headless shell takes half the processor time of Chromium with its window, so it comes first:
 * https://developer.chrome.com/blog/chrome-headless-shell
 */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'];

/** The path of Chromium, CHROMIUM first; undefined where there is none. */
export function findChromium() {
  return [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path));
}
