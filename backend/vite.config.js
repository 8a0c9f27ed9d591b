import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The server, its tools and the partners that stand in, with their packages, in a few files: thousands of small ones take Node
 * most of a start (docs/decisions/0036).
 */
const PROGRAMS = {
  main: 'main',
  audit: 'tools/audit',
  'create-admin': 'tools/create-admin',
  log: 'tools/log',
  'sandbox-retailer': 'partners/sandbox-retailer/main',
  'stripe-emulator': 'partners/stripe-emulator/main',
};

const BUILT = join(import.meta.dirname, 'dist/src');

/** What is bundled, as a name: streams that another program folded are folded anew (docs/decisions/0040). */
function versionOf(directory) {
  const all = createHash('sha256');
  const files = readdirSync(directory, { recursive: true }).filter((name) => name.endsWith('.js'));
  for (const name of files.sort()) {
    all.update(name).update(readFileSync(join(directory, name)));
  }
  return all.digest('hex').slice(0, 16);
}

export default {
  define: { __PROGRAM__: JSON.stringify(versionOf(BUILT)) },
  // Those with binaries stay packages.
  ssr: { noExternal: true, external: ['lmdb', 'sharp', '@node-rs/argon2'] },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/programs',
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(PROGRAMS).map(([name, path]) => [name, `dist/src/${path}.js`])),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // Nest tells what it cannot find by the names of classes.
        keepNames: true,
        comments: false,
      },
    },
  },
};
