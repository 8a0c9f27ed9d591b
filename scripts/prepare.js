import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Installs and builds when that is needed. It uses nothing but Node, because no package may be installed yet. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const NEEDED = [20, 19];
/** Of processes that run specs. More room for young objects means fewer collections of them (https://nodejs.org/api/cli.html#--max-semi-space-sizesize-in-mib). */
export const SPEC_OPTIONS = '--experimental-vm-modules --no-warnings --max-semi-space-size=64';
const MARK = join(ROOT, 'node_modules', '.supreme-access.json');

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return;
  console.error(`Node ${NEEDED.join('.')} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Reads .env; the environment takes precedence. */
export function readEnvFile() {
  const file = join(ROOT, '.env');
  if (!existsSync(file)) return;
  const before = new Set(Object.keys(process.env));
  process.loadEnvFile(file);
  // The server reports the source of each setting.
  process.env.SETTINGS_FROM_FILE = Object.keys(process.env)
    .filter((name) => !before.has(name))
    .join(',');
}

/**
 * The arguments of `spawn`. Windows finds npm and npx, which are scripts there, only through a shell, and Node 24 warns
 * of arguments beside a shell (https://nodejs.org/api/deprecations.html#DEP0190), so they become one line. Only blanks
 * are quoted.
 */
export function spawned(command, args, options) {
  const isScript = process.platform === 'win32' && /^np[mx]$/.test(command);
  if (!isScript) return [command, args, options];
  const line = [command, ...args].map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ');
  return [line, { ...options, shell: true }];
}

/** Runs a command with visible output, and ends it when it is told to end alone. Resolves with the exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(...spawned(command, args, { cwd: ROOT, stdio: 'inherit', ...options }));
    const end = () => child.kill('SIGTERM');
    process.once('SIGTERM', end);
    child.once('exit', () => process.off('SIGTERM', end));
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}

async function step(text, work) {
  const started = Date.now();
  console.log(`> ${text}`);
  try {
    await work();
  } catch (error) {
    console.error(`> ${text}: failed (${error.message})`);
    process.exit(1);
  }
  console.log(`> done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

async function ran(command, args, options) {
  if ((await run(command, args, options)) !== 0) throw new Error([command, ...args].join(' '));
}

const COMPILER = ['scripts/compile.js', 'scripts/swc.js', 'backend/.swcrc'];
export const PURPOSES = ['pages', 'tools', 'simulation'];
/**
 * `for` names the purposes that need a part. nest-cli.json configures the server's build; a workspace is built by Vite.
 */
const PARTS = [
  {
    name: 'the contract',
    from: ['backend/src/contract', ...COMPILER],
    to: 'backend/src/contract/dist/limits.js',
    compile: { from: ['backend/src/contract'], base: 'backend/src/contract', to: 'backend/src/contract/dist' },
    for: ['pages', 'tools', 'simulation'],
  },
  {
    name: 'the server',
    from: ['backend/src', 'backend/.swcrc', 'backend/tsconfig.build.json', 'nest-cli.json'],
    to: 'backend/dist/src/main.js',
    for: ['pages', 'tools'],
  },
  {
    name: 'the programs',
    from: ['backend/src', ...COMPILER, 'backend/vite.config.js'],
    to: 'backend/dist/programs/main.js',
    workspace: 'backend',
    for: ['pages', 'tools'],
  },
  {
    name: 'the storefront',
    from: [
      'storefront',
      'verifiers',
      'scripts/verifier-page.ts',
      'scripts/precompress.ts',
      'scripts/first-load-budget.ts',
      'scripts/engines.ts',
      'scripts/early.js',
      'backend/src/contract',
    ],
    to: 'storefront/dist/index.html',
    workspace: 'storefront',
    for: ['pages'],
  },
  {
    name: 'the first minute',
    from: ['storefront', 'scripts/precompress.ts', 'scripts/engines.ts', 'scripts/early.js', 'backend/src/contract'],
    to: 'storefront/first-minute/dist/index.html',
    workspace: 'storefront/first-minute',
    for: ['pages'],
  },
  {
    name: 'the admin',
    from: [
      'admin',
      'scripts/precompress.ts',
      'scripts/first-load-budget.ts',
      'scripts/engines.ts',
      'scripts/early.js',
      'backend/src/contract',
    ],
    to: 'admin/dist/index.html',
    workspace: 'admin',
    for: ['pages'],
  },
  {
    name: 'the tools',
    from: ['test', 'backend/src', ...COMPILER],
    to: 'test/dist/test/demo/main.js',
    compile: { from: ['test', 'backend/src'], base: '.', to: 'test/dist' },
    for: ['tools'],
  },
  {
    // The server's sources are compiled beside it, below the packages that npm could not hoist.
    name: 'the simulation',
    from: ['test/simulation', 'backend/src', ...COMPILER],
    to: 'backend/dist/simulation/test/simulation/main.js',
    compile: { from: ['test/simulation', 'backend/src'], base: '.', to: 'backend/dist/simulation' },
    for: ['simulation'],
  },
];

export async function prepare(...purposes) {
  checkNode();
  const lock = hash(join(ROOT, 'package-lock.json'));
  if (readMark().lock !== lock) {
    // NODE_ENV=production would leave out the packages that the build needs.
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
    await step('Installing packages (npm ci); the first time takes a minute or two', () => ran('npm', args));
    mark({ lock });
  }
  await build(...purposes);
}

/** Builds without checking types, which `npm run check` does. */
export async function build(...purposes) {
  for (const part of PARTS.filter((one) => one.for.some((purpose) => purposes.includes(purpose)))) {
    const sources = hashAll(part.from.map((path) => join(ROOT, path)));
    if (readMark()[part.name] === sources && existsSync(join(ROOT, part.to))) continue;
    // A build that is cut off leaves files of other sources.
    mark({ [part.name]: null });
    await step(`Building ${part.name}`, () => made(part));
    mark({ [part.name]: sources });
  }
}

function made({ compile, workspace }) {
  if (compile) return compiled(compile);
  if (workspace) return ran(process.execPath, [installed('vite/bin/vite.js'), 'build'], { cwd: join(ROOT, workspace) });
  return ran(process.execPath, [installed('@nestjs/cli/bin/nest.js'), 'build']);
}

const installed = (path) => join(ROOT, 'node_modules', path);

async function compiled({ from, base, to }) {
  // This import must come after the installation of its packages.
  const { compile } = await import('./compile.js');
  const at = (path) => join(ROOT, path);
  await compile({ from: from.map(at), base: at(base), to: at(to) });
}

const readMark = () => readRecord(MARK);

/** Empty where a kill or a full disk has left no whole file. */
export function readRecord(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
function mark(changes) {
  const next = { ...readMark(), ...changes };
  mkdirSync(dirname(MARK), { recursive: true });
  writeFileSync(MARK, JSON.stringify(next));
}
function hash(file) {
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : 'absent';
}
/** Hashes files and folders, without packages and build output. */
export function hashAll(paths) {
  const all = createHash('sha256');
  for (const path of paths) {
    if (!existsSync(path)) continue;
    if (statSync(path).isFile()) all.update(path).update(readFileSync(path));
    else {
      for (const name of readdirSync(path).sort()) {
        if (name !== 'node_modules' && name !== 'dist') all.update(hashAll([join(path, name)]));
      }
    }
  }
  return all.digest('hex');
}
