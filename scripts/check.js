import { check, conclude } from './checks.js';
import { checkNode, ROOT, run } from './prepare.js';
import { answerHelp } from './usage.js';

/**
 * The inner loop, in less than half a minute: types, lint and import direction, and the specs that a change which is not committed
 * reaches, those of the fast tier. `npm test` runs them all.
 */
answerHelp(`usage: npm run check
Types, lint and import direction, the deciders' specs and those of the components that a change which is not committed reaches.`);
checkNode();
const env = { ...process.env, NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };

async function specs() {
  const jest = ['node_modules/jest/bin/jest.js', '--maxWorkers=2', '--onlyChanged'];
  const which = ['--selectProjects', 'backend', 'storefront', 'admin', '--testPathIgnorePatterns', '\\.full\\.spec\\.'];
  return (await run(process.execPath, [...jest, ...which], { env, cwd: ROOT })) === 0 ? [] : ['specs'];
}

conclude((await Promise.all([check({ deadCode: false, changed: true }), specs()])).flat());
