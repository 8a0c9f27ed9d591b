import { existsSync } from 'node:fs';

/**
 * Without its window Chromium takes half the processor time, so its headless shell comes first:
 * https://developer.chrome.com/blog/chrome-headless-shell
 */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'];

/** The path of a Chromium on this machine, CHROMIUM's before any other; undefined where there is none. */
export function findChromium() {
  return [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path));
}
