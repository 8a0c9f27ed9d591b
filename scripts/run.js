import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, ROOT, run } from './prepare.js';

/** Runs one of the tools on the built server: `node scripts/run.js demo ...`. */
const TOOLS = {
  demo: 'test/dist/test/demo/main.js',
  bench: 'test/dist/test/bench/main.js',
  audit: 'backend/dist/audit/main.js',
  'admin-create': 'backend/dist/create-admin.js',
  log: 'backend/dist/log-tool.js',
  'events-doc': 'backend/dist/audit/events-doc.js',
};
const [name, ...args] = process.argv.slice(2);
const tool = TOOLS[name];
if (!tool) {
  console.error(`Unknown tool. There are: ${Object.keys(TOOLS).join(', ')}`);
  process.exit(1);
}
await prepare('tools');
if (!existsSync(join(ROOT, tool))) throw new Error(`${tool} was not built`);
process.exit(await run(process.execPath, [tool, ...args]));
