import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { findChromium } from './find-chromium.js';
import { prepare, ROOT, run, SPEC_OPTIONS } from './prepare.js';
import { answerHelp } from './usage.js';

answerHelp(`usage: npm test [-- --stock] [jest's options]
       npm run test:all [-- --stock] [jest's options]
Runs the fast tier (*.spec.ts) or the full tier alone (*.full.spec.ts). Jest's options select from it:
npm test -- --testPathPatterns orders. --stock: with Jest's own runner instead of ours. See docs/testing.md`);
const given = process.argv.slice(2);
const OURS = ['--full', '--stock'];
const args = given.filter((word) => !OURS.includes(word));
const tier = given.includes('--full') ? 'full' : 'fast';
const isStock = given.includes('--stock');
/** A selection of a tier has no time budget. */
const isWholeTier = !isStock && args.every((word) => /^--(json|outputFile)\b/.test(word));

/** Fast specs wait for a third of their time, full ones for half; each worker more loads all modules once more. */
const WORKERS = Math.ceil((tier === 'fast' ? 1.5 : 2) * availableParallelism());

await prepare('pages', 'tools', 'simulation');
const browser = findChromium();
if (!browser) console.log('> No Chromium found (set CHROMIUM to its path): the browser tests are skipped.');
if (tier === 'full' && (!process.env.EVENTSTORE_URL || !process.env.MONGODB_URL)) {
  console.log(
    '> EVENTSTORE_URL and MONGODB_URL are not both set: contract suites use real servers only where a Docker daemon answers.',
  );
}
const env = {
  ...process.env,
  NODE_OPTIONS: SPEC_OPTIONS,
  SPECS: tier,
  COMMIT: process.env.COMMIT ?? commit(),
  ...(browser ? { CHROMIUM: browser } : {}),
  ...(isStock ? { STOCK: '1' } : {}),
  ...(isWholeTier ? { SPEC_BUDGET: tier } : {}),
};
process.exit(await run('npx', ['jest', `--maxWorkers=${WORKERS}`, ...args], { env }));

function commit() {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return '0';
  }
}
