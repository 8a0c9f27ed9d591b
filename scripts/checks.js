import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { hashAll, ROOT } from './prepare.js';

const CACHE = 'node_modules/.cache';
/** What each check read when it was last fine, as a hash. */
const FINE = join(ROOT, CACHE, 'checks.json');
/** What types and layers depend on besides their sources. */
const COMMON = ['package-lock.json', 'tsconfig.json', 'scripts/checks.js'];

/** What was read before is not read again: https://www.typescriptlang.org/tsconfig/#incremental */
function types(of, project, reads) {
  const state = `${CACHE}/tsc/${project.replaceAll('/', '-')}.tsbuildinfo`;
  return {
    name: `types of ${of}`,
    args: ['typescript/bin/tsc', '-p', project, '--noEmit', '--incremental', '--tsBuildInfoFile', state],
    reads: [...reads, ...COMMON],
  };
}

/** What a look at the sources tells. The project of the tests holds the server too. The longest come first. */
const CHECKS = [
  types('the server and of the tests', 'test/tsconfig.json', ['test', 'backend']),
  {
    name: 'import direction',
    args: ['dependency-cruiser/bin/dependency-cruise.mjs', 'backend/src', 'storefront/src', 'admin/src'],
    reads: ['backend/src', 'storefront/src', 'admin/src', '.dependency-cruiser.js', ...COMMON],
  },
  { name: 'lint and format', args: ['@biomejs/biome/bin/biome', 'ci', '.'] },
  types('the admin', 'admin/tsconfig.json', ['admin', 'scripts', 'backend/src/contract']),
  types('the storefront', 'storefront/tsconfig.json', ['storefront', 'scripts', 'backend/src/contract']),
  types('the contract', 'backend/src/contract/tsconfig.build.json', ['backend/src/contract']),
  {
    name: 'dead code',
    args: ['knip/bin/knip.js'],
    reads: ['backend', 'storefront', 'admin', 'test', 'scripts', 'deploy', 'knip.json', 'jest.config.js', ...COMMON],
  },
];

/** Resolves with the names of those that failed. `changed`: those alone that read something else than when they were last fine. */
export async function check({ changed }) {
  const waiting = [...CHECKS];
  const failed = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { name, args, reads } = next;
      const hash = reads && hashAll(reads.map((path) => join(ROOT, path)));
      if (changed && hash && readFine()[name] === hash) {
        console.log(`\n== ${name}: as it was, fine`);
        continue;
      }
      const { code, text } = await read(args);
      console.log(`\n== ${name}: ${code === 0 ? 'fine' : 'failed'}`);
      if (code === 0) writeFine({ [name]: hash });
      else {
        console.log(text.trim());
        failed.push(name);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, worker));
  return failed;
}

function readFine() {
  return existsSync(FINE) ? JSON.parse(readFileSync(FINE, 'utf8')) : {};
}
function writeFine(changes) {
  mkdirSync(dirname(FINE), { recursive: true });
  writeFileSync(FINE, JSON.stringify({ ...readFine(), ...changes }));
}

/** The last word, and how the process ends. */
export function conclude(failed) {
  if (failed.length === 0) console.log('\n== all is well');
  else console.error(`\n== failed: ${failed.join('; ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

/** A package's program without npx, which takes longer to find one than some take to check. */
function read([program, ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, 'node_modules', program), ...args], { cwd: ROOT });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, text }));
  });
}
