import { check, conclude } from './checks.js';
import { prepare, run } from './prepare.js';

/** The definition of done: types, lint and import direction, dead code, every test. Arguments are jest's. */
await prepare('pages', 'tools');
const failed = await check({ deadCode: true });
console.log('\n== tests');
if ((await run('node', ['scripts/test.js', ...process.argv.slice(2)])) !== 0) failed.push('tests');
conclude(failed);
