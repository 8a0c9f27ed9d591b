import { findChromium } from './find-chromium.js';
import { prepare, run } from './prepare.js';
import { answerHelp, refuse } from './usage.js';

const USAGE = `usage: npm run screenshots [-- readme | states [beginnings of names]]
Takes every picture of the documentation: the README's, then one of each designed state, and writes docs/states.md.`;
answerHelp(USAGE);
const PARTS = { readme: 'scripts/screenshots-readme.js', states: 'test/dist/test/pictures/main.js' };
const [chosen, ...names] = process.argv.slice(2);
if (chosen && !PARTS[chosen]) refuse(USAGE);
const CHROMIUM = findChromium();
if (!CHROMIUM) throw new Error('No Chromium found; set CHROMIUM to its path.');
await prepare('pages', 'tools');
let failed = 0;
for (const part of chosen ? [chosen] : Object.keys(PARTS)) {
  failed ||= await run(process.execPath, [PARTS[part], ...names], { env: { ...process.env, CHROMIUM } });
}
process.exit(failed);
