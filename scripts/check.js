import { execFileSync } from 'node:child_process';
import { check, conclude } from './checks.js';
import { checkNode, ROOT, run } from './prepare.js';
import { answerHelp } from './usage.js';

/** Aggregates, projections and the contract: specs that start nothing. */
const DECIDERS = [
  'backend/src/(contract/.*|.*\\.projection)\\.spec',
  'backend/src/[a-z]+/(order|product|slots|promo|profile|account|invitation)(-[a-z-]+)?\\.spec',
  'backend/src/.*/(email|staff|session|second-factor|lock|waitlist|offer-mail|drop-check|audit-run|seal|loss|inbox)\\.spec',
];

/**
 * The inner loop, in less than a minute: types, lint and import direction, all deciders, and of the pages' components those that a
 * change which is not committed reaches. `npm test` runs them all.
 */
answerHelp(`usage: npm run check
Types, lint and import direction, the deciders' specs and those of the components that a change which is not committed reaches.`);
checkNode();
const env = { ...process.env, NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };
const jest = (...args) => run('npx', ['jest', '--maxWorkers=2', ...args], { env });

async function specs() {
  const deciders = await jest('--selectProjects', 'backend', '--testPathPatterns', ...DECIDERS);
  // The contract lies outside the browsers' folders, where jest does not look for what a change reaches.
  const reached = contractChanged() ? [] : ['--onlyChanged'];
  const components = await jest('--selectProjects', 'storefront', 'admin', ...reached);
  return [...(deciders === 0 ? [] : ['deciders']), ...(components === 0 ? [] : ['components'])];
}

function contractChanged() {
  const args = ['status', '--porcelain', '--', 'backend/src/contract'];
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }) !== '';
}

conclude((await Promise.all([check({ deadCode: false }), specs()])).flat());
