import { randomInt } from 'node:crypto';
import { checkNode, run, SPEC_OPTIONS } from './prepare.js';
import { answerHelp } from './usage.js';

answerHelp(`usage: npm run fuzz [-- jest's options]
Sends random requests to every route and prints a table of the answers. For one route: npm run fuzz -- -t 'POST /login'
FUZZ_REQUESTS (1000) is their number per route with a body. The same FUZZ_SEED makes the same requests.`);
checkNode();
const { FUZZ_REQUESTS = '1000', FUZZ_SEED = String(randomInt(2 ** 31)) } = process.env;
console.log(`> FUZZ_SEED=${FUZZ_SEED} FUZZ_REQUESTS=${FUZZ_REQUESTS}`);
const env = { ...process.env, NODE_OPTIONS: SPEC_OPTIONS, FUZZ_REQUESTS, FUZZ_SEED };
const args = ['jest', '--selectProjects', 'e2e', '--runInBand', '--testPathPatterns', 'security/fuzz.spec'];
process.exit(await run('npx', [...args, ...process.argv.slice(2)], { env }));
