/** The server's folders, lowest first: a folder may import those before it, never one after it. */
const LAYERS = [
  'contract',
  'platform',
  'stripe',
  'mail',
  'products',
  'promos',
  'profiles',
  'accounts',
  'orders',
  'reservations',
  'releases',
  'fees',
  'privacy',
  'audit',
  'analytics',
  'partners',
  'start',
  'tools',
];
/** A spec and its fixture may build the whole. */
const SPECS = '\\.(spec|fixture|contract)\\.tsx?$';
const server = (folders) => `^backend/src/(${folders.join('|')})/`;

/** Checked by `npm run verify`; types alone may point anywhere. Source: https://github.com/sverweij/dependency-cruiser */
export default {
  forbidden: [
    ...LAYERS.slice(0, -1).map((folder, at) => ({
      name: `${folder}-imports-upwards`,
      severity: 'error',
      from: { path: server([folder]), pathNot: SPECS },
      to: { path: server(LAYERS.slice(at + 1)) },
    })),
    {
      name: 'unknown-folder',
      comment: 'A new folder of the server takes its place among the layers.',
      severity: 'error',
      from: { path: '^backend/src/[^/]+/', pathNot: server(LAYERS) },
      to: {},
    },
    { name: 'cycle', severity: 'error', from: { pathNot: SPECS }, to: { circular: true } },
    {
      name: 'browsers-import-the-contract-only',
      severity: 'error',
      from: { path: '^(storefront|admin)/src/' },
      to: { path: '^backend/(?!src/contract/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      conditionNames: ['@supreme-access/source', 'import', 'default'],
      exportsFields: ['exports'],
    },
    tsPreCompilationDeps: false,
  },
};
