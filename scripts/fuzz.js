import { randomInt } from 'node:crypto';
import { checkNode, run } from './prepare.js';

/**
 * Wild requests to every route, and a table of what they were answered. FUZZ_REQUESTS: how many to each that takes a body; the same
 * FUZZ_SEED makes the same ones. Arguments are jest's: `-t 'POST /login'`.
 */
checkNode();
const { FUZZ_REQUESTS = '1000', FUZZ_SEED = String(randomInt(2 ** 31)) } = process.env;
console.log(`> FUZZ_SEED=${FUZZ_SEED} FUZZ_REQUESTS=${FUZZ_REQUESTS}`);
const NODE_OPTIONS = '--experimental-vm-modules --no-warnings';
const env = { ...process.env, NODE_OPTIONS, FUZZ_REQUESTS, FUZZ_SEED };
const args = ['jest', '--selectProjects', 'e2e', '--runInBand', '--testPathPatterns', 'security/fuzz.spec'];
process.exit(await run('npx', [...args, ...process.argv.slice(2)], { env }));
