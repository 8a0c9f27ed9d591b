import { existsSync } from 'node:fs';
import { prepare, run } from './prepare.js';

/** All specs: units, contracts, the API, processes that are killed, and the browser where there is one. */
await prepare('pages', 'tools');
const browser = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);
if (!browser) console.log('> No Chromium found (set CHROMIUM to its path): the browser tests are skipped.');
console.log(
  '> No Docker and no EVENTSTORE_URL / MONGODB_URL are used yet: this version runs on its embedded engines alone.',
);
const env = {
  ...process.env,
  NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
  ...(browser ? { CHROMIUM: browser } : {}),
};
const args = ['jest', '--maxWorkers=2', ...process.argv.slice(2)];
process.exit(await run('npx', args, { env }));
