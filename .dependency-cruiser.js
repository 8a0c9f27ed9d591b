/** Each house's rooms, lowest first: one may import those before it, never one after it. */
const LAYERS = {
  'backend/src': [
    'contract',
    'config',
    'telemetry',
    'stores',
    'event-sourcing',
    'projections',
    'http',
    'auth',
    'jobs',
    'mail',
    'stripe',
    'retailers',
    'catalogue/products',
    'catalogue/promos',
    'customers/profiles',
    'customers/access',
    'customers/accounts',
    'orders',
    'reservations',
    'releases',
    'payments',
    'privacy',
    'audit',
    'reports',
    'analytics',
    'emulators',
    'server',
    'cli',
    'main',
  ],
  'storefront/src': ['api', 'ui', 'features', 'pages', 'routes', 'app', 'main'],
  'storefront/src/features': [
    'analytics',
    'auth',
    'contact',
    'cards',
    'account',
    'profiles',
    'setup',
    'shop',
    'slots',
    'waitlist',
    'purchase',
    'receipts',
    'arrivals',
    'shared-ticket',
    'orders',
    'release-view',
    'actions',
    'demo',
  ],
  'admin/src': [
    'session',
    'http',
    'streams',
    'store',
    'data-provider',
    'auth-provider',
    'ui',
    'retailers',
    'products',
    'promos',
    'orders',
    'accounts',
    'system',
    'control',
    'audit',
    'dashboard',
    'app',
    'main',
  ],
};
/** What an `import type` names may lie anywhere. */
const VALUES = { dependencyTypesNot: ['type-only'] };
/** A spec may build the whole. */
const SPECS = '\\.spec\\.tsx?$';
const within = (house, rooms) => `^${house}/(${rooms.join('|')})(/|\\.tsx?$)`;

const layers = Object.entries(LAYERS).flatMap(([house, rooms]) => [
  ...rooms.slice(0, -1).map((room, at) => ({
    name: `${house}/${room}-imports-upwards`,
    severity: 'error',
    from: { path: within(house, [room]), pathNot: SPECS },
    to: { path: within(house, rooms.slice(at + 1)), ...VALUES },
  })),
  {
    name: `${house}-has-an-unknown-room`,
    comment: 'A new folder takes its place among the layers.',
    severity: 'error',
    from: { path: `^${house}/`, pathNot: [within(house, rooms), SPECS, '\\.d\\.ts$'] },
    to: {},
  },
]);

/** Checked by `npm run check`. Source: https://github.com/sverweij/dependency-cruiser */
export default {
  forbidden: [
    ...layers,
    { name: 'cycle', severity: 'error', from: { pathNot: SPECS }, to: { circular: true, viaOnly: VALUES } },
    {
      name: 'cycle-of-types-in-the-server',
      severity: 'error',
      from: { path: '^backend/src/', pathNot: SPECS },
      to: { circular: true },
    },
    {
      name: 'fixtures-lie-in-test',
      severity: 'error',
      from: { path: '/src/.*\\.(fixture|contract)\\.tsx?$' },
      to: {},
    },
    {
      name: 'sources-import-no-tests',
      severity: 'error',
      from: { path: '/src/', pathNot: SPECS },
      to: { path: ['^test/', '^@supreme-access/test/'] },
    },
    {
      name: 'browsers-import-the-contract-only',
      severity: 'error',
      from: { path: ['^(storefront|admin)/src/', '^storefront/first-minute/'] },
      to: { path: '^backend/(?!src/contract/)', ...VALUES },
    },
    {
      name: 'browsers-import-types-of-shapes-only',
      severity: 'error',
      from: { path: ['^(storefront|admin)/src/', '^storefront/first-minute/', '^backend/src/contract/[^/]+$'] },
      to: { path: ['^backend/src/contract/shapes/', '^node_modules/typebox/'], ...VALUES },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      conditionNames: ['@supreme-access/source', 'import', 'default'],
      exportsFields: ['exports'],
    },
    // read as they are written, a third of the work of compiling them first
    tsPreCompilationDeps: true,
  },
};
