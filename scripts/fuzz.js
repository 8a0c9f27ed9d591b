import { randomInt } from 'node:crypto';
import { checkNode, run } from './prepare.js';
import { answerHelp } from './usage.js';

answerHelp(`usage: npm run fuzz [-- jest's options]
Wild requests to every route, and a table of what they were answered. Those of one route: npm run fuzz -- -t 'POST /login'
FUZZ_REQUESTS (1000): how many to each route that takes a body. The same FUZZ_SEED makes the same ones.`);
checkNode();
const { FUZZ_REQUESTS = '1000', FUZZ_SEED = String(randomInt(2 ** 31)) } = process.env;
console.log(`> FUZZ_SEED=${FUZZ_SEED} FUZZ_REQUESTS=${FUZZ_REQUESTS}`);
const NODE_OPTIONS = '--experimental-vm-modules --no-warnings';
const env = { ...process.env, NODE_OPTIONS, FUZZ_REQUESTS, FUZZ_SEED };
const args = ['jest', '--selectProjects', 'e2e', '--runInBand', '--testPathPatterns', 'security/fuzz.spec'];
process.exit(await run('npx', [...args, ...process.argv.slice(2)], { env }));
