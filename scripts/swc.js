import { readFileSync } from 'node:fs';

const { jsc, module } = JSON.parse(readFileSync(new URL('../backend/.swcrc', import.meta.url), 'utf8'));

/** swc's options for builds and specs, equal to those of `nest build`. `npm run check` checks types. */
export const swcOptions = ({ react }) => ({
  jsc: react ? ofPages(jsc) : jsc,
  module,
  swcrc: false,
});

function ofPages({ parser: { decorators: _, ...parser }, transform: __, ...jsc }) {
  return { ...jsc, parser: { ...parser, tsx: true }, transform: { react: { runtime: 'automatic' } } };
}
