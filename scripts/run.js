import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './find-chromium.js';
import { prepare, ROOT, readEnvFile, run } from './prepare.js';
import { answerHelp, usageIn } from './usage.js';

/** These tools work on an installation. */
const ON_INSTALLATION = ['audit', 'admin-create', 'log'];

/** Runs a tool on the built server: `node scripts/run.js demo ...`. */
const TOOLS = {
  demo: { program: 'test/dist/test/demo/main.js', usage: () => usageIn('test/demo/options.ts') },
  bench: { program: 'test/dist/test/bench/main.js', usage: () => usageIn('test/bench/main.ts') },
  simulation: {
    program: 'backend/dist/simulation/test/simulation/main.js',
    usage: () => usageIn('test/simulation/options.ts'),
  },
  shops: { program: 'test/dist/test/shops/main.js', usage: () => usageIn('test/shops/main.ts') },
  audit: { program: 'backend/dist/programs/audit.js', usage: () => usageIn('backend/src/cli/run-audit.ts') },
  'admin-create': {
    program: 'backend/dist/programs/create-admin.js',
    usage: () => usageIn('backend/src/cli/create-admin.ts'),
  },
  log: { program: 'backend/dist/programs/log.js', usage: () => usageIn('backend/src/cli/log.ts') },
  'events-doc': {
    program: 'backend/dist/src/cli/events-doc.js',
    known: ['events-doc'],
    usage: () =>
      'usage: npm run docs:events\nWrites docs/events.md, which tells every event, and the settings in .env.example and docs/operations.md.',
  },
};
const [name, ...args] = process.argv.slice(2);
if (!TOOLS[name]) {
  console.error(`Unknown tool. The tools are: ${Object.keys(TOOLS).join(', ')}`);
  process.exit(1);
}
const { program, usage, known } = TOOLS[name];
answerHelp(usage(), known);
/** The verifier of an exported log needs no package, so nothing is installed or built for it. */
const isExport = name === 'audit' && args[0] === 'verify' && args.some((one) => one.endsWith('.ndjson'));
if (isExport) process.exit(await run(process.execPath, [join(ROOT, 'verifiers/verify.mjs'), ...args.slice(1)]));
const NEEDS = { simulation: ['simulation'], bench: ['pages', 'tools', 'simulation'] };
await prepare(...(NEEDS[name] ?? ['tools']));
if (!existsSync(join(ROOT, program))) throw new Error(`${program} was not built`);
if (ON_INSTALLATION.includes(name)) readEnvFile();
const CHROMIUM = findChromium();
const env = { ...process.env, ...(CHROMIUM ? { CHROMIUM } : {}) };
/** The benchmarks fold a million events themselves. */
const FLAGS = { bench: ['--max-semi-space-size=64'] };
process.exit(await run(process.execPath, [...(FLAGS[name] ?? []), program, ...args], { env }));
