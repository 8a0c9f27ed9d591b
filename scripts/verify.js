import { check, conclude } from './checks.js';
import { prepare, run } from './prepare.js';
import { answerHelp } from './usage.js';

/** The definition of done: types, lint and import direction, dead code, every test. Arguments are jest's. */
answerHelp(`usage: npm run verify [-- jest's options]
Everything that CI checks: types, lint, import direction, dead code, every test.`);
await prepare('pages', 'tools');
const failed = await check({ deadCode: true, changed: false });
console.log('\n== tests');
if ((await run('node', ['scripts/test.js', ...process.argv.slice(2)])) !== 0) failed.push('tests');
conclude(failed);
