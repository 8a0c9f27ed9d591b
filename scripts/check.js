import { check, conclude } from './checks.js';
import { checkNode, run } from './prepare.js';

/** Aggregates, projections and the contract: specs that start nothing. */
const DECIDERS =
  'backend/src/(contract/.*|[a-z]+/((order|decide|product|slots|promo|profile|account|invitation)[a-z-]*|.*\\.projection))\\.spec';

/** The inner loop, in less than a minute: types, lint and import direction, the deciders, the pages' components. */
checkNode();
const env = { ...process.env, NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };
const args = ['jest', '--maxWorkers=2', '--testPathPatterns', DECIDERS, '(storefront|admin)/src'];
const jest = [...args, '--selectProjects', 'backend', 'storefront', 'admin'];
const [failed, code] = await Promise.all([check({ deadCode: false }), run('npx', jest, { env })]);
if (code !== 0) failed.push('deciders and components');
conclude(failed);
