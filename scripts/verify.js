import { prepare, run } from './prepare.js';

/** The definition of done: types, lint and import direction, dead code, every test. */
await prepare('pages', 'tools');
const steps = [
  ['types', 'npx', ['tsc', '-p', 'backend/tsconfig.json', '--noEmit']],
  ['types of the storefront', 'npx', ['tsc', '-p', 'storefront/tsconfig.json', '--noEmit']],
  ['types of the admin', 'npx', ['tsc', '-p', 'admin/tsconfig.json', '--noEmit']],
  ['types of the tests', 'npx', ['tsc', '-p', 'test/tsconfig.json', '--noEmit']],
  ['lint, format, import direction', 'npx', ['biome', 'ci', '.']],
  ['dead code', 'npx', ['knip']],
  ['tests', 'node', ['scripts/test.js']],
];
for (const [name, command, args] of steps) {
  console.log(`\n== ${name}`);
  const code = await run(command, args);
  if (code !== 0) {
    console.error(`== ${name}: failed`);
    process.exit(code);
  }
}
console.log('\n== all is well');
