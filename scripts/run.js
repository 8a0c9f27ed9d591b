import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './find-chromium.js';
import { prepare, ROOT, readEnvFile, run } from './prepare.js';

/** What works on an installation; the others have one of their own. */
const ON_INSTALLATION = ['audit', 'admin-create', 'log'];

/** Runs one of the tools on the built server: `node scripts/run.js demo ...`. */
const TOOLS = {
  demo: 'test/dist/test/demo/main.js',
  bench: 'test/dist/test/bench/main.js',
  drill: 'backend/dist/drill/test/drill/main.js',
  audit: 'backend/dist/programs/audit.js',
  'admin-create': 'backend/dist/programs/create-admin.js',
  log: 'backend/dist/programs/log.js',
  'events-doc': 'backend/dist/tools/events-doc.js',
};
const [name, ...args] = process.argv.slice(2);
const tool = TOOLS[name];
if (!tool) {
  console.error(`Unknown tool. There are: ${Object.keys(TOOLS).join(', ')}`);
  process.exit(1);
}
/** An exported log is checked by one file that needs nothing of ours, so nothing is built or read for it. */
const isExport = name === 'audit' && args[0] === 'verify' && args.some((one) => one.endsWith('.ndjson'));
if (isExport) process.exit(await run(process.execPath, [join(ROOT, 'verifiers/verify.mjs'), ...args.slice(1)]));
const NEEDS = { drill: ['drill'], bench: ['pages', 'tools', 'drill'] };
await prepare(...(NEEDS[name] ?? ['tools']));
if (!existsSync(join(ROOT, tool))) throw new Error(`${tool} was not built`);
if (ON_INSTALLATION.includes(name)) readEnvFile();
const CHROMIUM = findChromium();
const env = { ...process.env, ...(CHROMIUM ? { CHROMIUM } : {}) };
process.exit(await run(process.execPath, [tool, ...args], { env }));
