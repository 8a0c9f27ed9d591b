/** How swc reads our TypeScript, for a build and for the specs alike. Types are checked by `npm run check`. */
export const swcOptions = ({ react }) => ({
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', tsx: react, decorators: !react, dynamicImport: true },
    transform: react
      ? { react: { runtime: 'automatic' } }
      : { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
  module: { type: 'es6' },
  swcrc: false,
});
