/**
 * The server, its tools and the partners that stand in, with their packages, in a few files: thousands of small ones take Node
 * most of a start (docs/decisions/0036).
 */
const PROGRAMS = {
  main: 'main',
  audit: 'cli/audit',
  follower: 'server/follower',
  'create-admin': 'cli/create-admin',
  log: 'cli/log',
  'sandbox-retailer': 'emulators/shop/main',
  'stripe-emulator': 'emulators/stripe/main',
};

export default {
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
