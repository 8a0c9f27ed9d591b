import { check, conclude } from './checks.js';
import { checkCounts } from './counts.js';
import { checkNode, prepare, ROOT, run, SPEC_OPTIONS } from './prepare.js';
import { answerHelp } from './usage.js';

/**
 * The inner loop: what a look at the sources tells of what has changed, and the specs of the fast tier that a change reaches which is
 * not committed. With --all everything that is no test, whether it has changed or not, as continuous integration wants it.
 */
const USAGE = `usage: npm run check [-- --all]
Types, lint, import direction and dead code, where something has changed since they were last fine, the specs that a change reaches which
is not committed, and the counts (npm run counts). --all: all of it, changed or not, and no specs.`;
answerHelp(USAGE, ['--all']);
const isAll = process.argv.includes('--all');
if (isAll) await prepare('pages');
else checkNode();
const env = { ...process.env, SPECS: 'fast', NODE_OPTIONS: SPEC_OPTIONS };

async function specs() {
  const jest = ['node_modules/jest/bin/jest.js', '--maxWorkers=2', '--onlyChanged'];
  const which = ['--selectProjects', 'backend', 'storefront', 'mocking', 'admin', '--passWithNoTests'];
  return (await run(process.execPath, [...jest, ...which], { env, cwd: ROOT })) === 0 ? [] : ['specs'];
}

const failed = isAll
  ? await check({ changed: false })
  : (await Promise.all([check({ changed: true }), specs()])).flat();
conclude([...failed, ...checkCounts()]);
