import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { ROOT, spawned } from './prepare.js';

/** What was read before is not read again: https://www.typescriptlang.org/tsconfig/#incremental */
function types(name) {
  const state = `node_modules/.cache/tsc/${name}.tsbuildinfo`;
  return ['tsc', '-p', `${name}/tsconfig.json`, '--noEmit', '--incremental', '--tsBuildInfoFile', state];
}

/** What a look at the sources tells. The project of the tests holds the server too. The longest come first. */
const CHECKS = [
  ['types of the server and of the tests', types('test')],
  ['types of the storefront', types('storefront')],
  ['types of the admin', types('admin')],
  [
    'import direction',
    ['depcruise', 'backend/src', 'storefront/src', 'admin/src', '--cache', 'node_modules/.cache/dependency-cruiser'],
  ],
  ['lint and format', ['biome', 'ci', '.']],
];
const DEAD_CODE = ['dead code', ['knip']];

/** Resolves with the names of those that failed. */
export async function check({ deadCode }) {
  const waiting = deadCode ? [...CHECKS, DEAD_CODE] : [...CHECKS];
  const failed = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, args] = next;
      const { code, text } = await read('npx', args);
      console.log(`\n== ${name}: ${code === 0 ? 'fine' : 'failed'}`);
      if (code === 0) continue;
      console.log(text.trim());
      failed.push(name);
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, worker));
  return failed;
}

/** The last word, and how the process ends. */
export function conclude(failed) {
  if (failed.length === 0) console.log('\n== all is well');
  else console.error(`\n== failed: ${failed.join('; ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

function read(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(...spawned(command, args, { cwd: ROOT }));
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, text }));
  });
}
