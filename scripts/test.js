import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { findChromium } from './find-chromium.js';
import { prepare, ROOT, run } from './prepare.js';
import { answerHelp } from './usage.js';

answerHelp(`usage: npm test [-- --stock] [jest's options]
       npm run test:all [-- --stock] [jest's options]
The fast tier (*.spec.ts), or the full tier alone (*.full.spec.ts), or what jest's options choose of it:
npm test -- --testPathPatterns orders. --stock: by Jest as it comes, without a runner of ours. docs/testing.md`);
const given = process.argv.slice(2);
const OURS = ['--full', '--stock'];
const args = given.filter((word) => !OURS.includes(word));
const tier = given.includes('--full') ? 'full' : 'fast';
const isStock = given.includes('--stock');
/** What is chosen from a tier, or run otherwise, has no budget. */
const isWhole = !isStock && args.every((word) => /^--(json|outputFile)\b/.test(word));

/** Specs wait for stores and partners half of their time; more than this makes none quicker. */
const WORKERS = 2 * availableParallelism();

await prepare('pages', 'tools', 'drill');
const browser = findChromium();
if (!browser) console.log('> No Chromium found (set CHROMIUM to its path): the browser tests are skipped.');
if (tier === 'full' && (!process.env.EVENTSTORE_URL || !process.env.MONGODB_URL)) {
  console.log(
    '> EVENTSTORE_URL and MONGODB_URL are not both set: contracts meet real servers only where a Docker daemon answers.',
  );
}
const env = {
  ...process.env,
  NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
  SPECS: tier,
  COMMIT: process.env.COMMIT ?? commit(),
  ...(browser ? { CHROMIUM: browser } : {}),
  ...(isStock ? { STOCK: '1' } : {}),
  ...(isWhole ? { SPEC_BUDGET: tier } : {}),
};
process.exit(await run('npx', ['jest', `--maxWorkers=${WORKERS}`, ...args], { env }));

function commit() {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return '0'; // no checkout of git's
  }
}
