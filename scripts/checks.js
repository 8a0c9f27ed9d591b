import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { hashAll, ROOT, readRecord } from './prepare.js';

const CACHE = 'node_modules/.cache';
/** The hash of what each check read when it last passed. */
const PASSED = join(ROOT, CACHE, 'checks.json');
/** Types and layers depend on these besides their sources. */
const COMMON = ['package-lock.json', 'tsconfig.json', 'scripts/checks.js'];

/** TypeScript keeps what it has read: https://www.typescriptlang.org/tsconfig/#incremental */
function types(of, project, reads) {
  const state = `${CACHE}/tsc/${project.replaceAll('/', '-')}.tsbuildinfo`;
  return {
    name: `types of ${of}`,
    args: ['typescript/bin/tsc', '-p', project, '--noEmit', '--incremental', '--tsBuildInfoFile', state],
    reads: [...reads, ...COMMON],
  };
}

/** The checks, longest first. The project of the tests contains the server. */
const CHECKS = [
  types('the server and of the tests', 'test/tsconfig.json', ['test', 'backend']),
  {
    name: 'import direction',
    args: [
      'dependency-cruiser/bin/dependency-cruise.mjs',
      'backend/src',
      'storefront/src',
      'storefront/first-minute',
      'admin/src',
    ],
    reads: ['backend/src', 'storefront', 'admin/src', '.dependency-cruiser.js', ...COMMON],
  },
  { name: 'lint and format', args: ['@biomejs/biome/bin/biome', 'ci', '.'] },
  types('the admin', 'admin/tsconfig.json', ['admin', 'test/fixtures/admin', 'scripts', 'backend/src/contract']),
  types('the storefront', 'storefront/tsconfig.json', [
    'storefront',
    'test/fixtures/storefront',
    'scripts',
    'backend/src/contract',
  ]),
  types('the contract', 'backend/src/contract/tsconfig.build.json', ['backend/src/contract']),
  {
    name: 'dead code',
    args: ['knip/bin/knip.js'],
    reads: ['backend', 'storefront', 'admin', 'test', 'scripts', 'deploy', 'knip.json', 'jest.config.js', ...COMMON],
  },
];

/**
 * Resolves with the names of the failed checks. `changed` leaves out those whose sources are as when they last passed.
 */
export async function check({ changed }) {
  const queue = [...CHECKS];
  const failed = [];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { name, args, reads } = next;
      const hash = reads && hashAll(reads.map((path) => join(ROOT, path)));
      if (changed && hash && readPassed()[name] === hash) {
        console.log(`\n== ${name}: unchanged since it passed`);
        continue;
      }
      const { code, text } = await read(args);
      console.log(`\n== ${name}: ${code === 0 ? 'passed' : 'failed'}`);
      if (code === 0) writePassed({ [name]: hash });
      else {
        console.log(text.trim());
        failed.push(name);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, worker));
  return failed;
}

const readPassed = () => readRecord(PASSED);

function writePassed(changes) {
  mkdirSync(dirname(PASSED), { recursive: true });
  writeFileSync(PASSED, JSON.stringify({ ...readPassed(), ...changes }));
}

export function conclude(failed) {
  if (failed.length === 0) console.log('\n== all checks passed');
  else console.error(`\n== failed: ${failed.join('; ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

/** Runs a package's program without npx, whose start takes longer than some checks. */
function read([program, ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, 'node_modules', program), ...args], { cwd: ROOT });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, text }));
  });
}
