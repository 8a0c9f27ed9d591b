import { readFileSync } from 'node:fs';

const { jsc, module } = JSON.parse(readFileSync(new URL('../backend/.swcrc', import.meta.url), 'utf8'));

/** How swc reads our TypeScript, for a build and for the specs alike: the server's as `nest build` does. Types are checked by `npm run check`. */
export const swcOptions = ({ react }) => ({
  jsc: react ? ofPages(jsc) : jsc,
  module,
  swcrc: false,
});

function ofPages({ parser: { decorators: _, ...parser }, transform: __, ...jsc }) {
  return { ...jsc, parser: { ...parser, tsx: true }, transform: { react: { runtime: 'automatic' } } };
}
