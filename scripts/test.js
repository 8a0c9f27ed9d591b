import { availableParallelism } from 'node:os';
import { findChromium } from './find-chromium.js';
import { prepare, run } from './prepare.js';
import { answerHelp } from './usage.js';

/** All specs: units, contracts, the API, processes that are killed, and the browser where there is one. */
answerHelp(`usage: npm test [-- jest's options]
Every test, or those that jest's options choose: npm test -- --testPathPatterns orders`);
await prepare('pages', 'tools', 'drill');
const browser = findChromium();
if (!browser) console.log('> No Chromium found (set CHROMIUM to its path): the browser tests are skipped.');
if (!process.env.EVENTSTORE_URL || !process.env.MONGODB_URL) {
  console.log(
    '> EVENTSTORE_URL and MONGODB_URL are not both set: contracts meet real servers only where a Docker daemon answers.',
  );
}
const env = {
  ...process.env,
  NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
  ...(browser ? { CHROMIUM: browser } : {}),
};
// As many as there are cores leave them idle for a third of the time: faults pass, programs start, pages open. One more is busy
// enough; two more are no quicker, and each spec takes almost twice as long.
const workers = availableParallelism() + 1;
const args = ['jest', `--maxWorkers=${workers}`, ...process.argv.slice(2)];
process.exit(await run('npx', args, { env }));
