import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync, version } from '@swc/core';
import { swcOptions } from '../../scripts/swc.js';

const CACHE = join(dirname(fileURLToPath(import.meta.url)), '../../node_modules/.cache/specs');
const GLOBALS = new URL('globals.js', import.meta.url).href;
const TEST = new URL('../', import.meta.url).href;
/** The contract's sources are imported without a build. */
const SOURCE = '@supreme-access/source';

mkdirSync(CACHE, { recursive: true });

/** https://nodejs.org/api/module.html#resolvespecifier-context-nextresolve */
export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
  if (specifier.endsWith('.css')) return { url: 'data:text/javascript,', shortCircuit: true };
  const wanted = specifier.replace(/^@supreme-access\/test\//, TEST);
  const url = isOurs(context.parentURL ?? '') ? source(wanted, context.parentURL) : undefined;
  if (url) return { url, format: 'module', shortCircuit: true };
  return next(wanted, { ...context, conditions: [...context.conditions, SOURCE] });
}

export async function load(url, context, next) {
  if (!isOurs(url)) return next(url, context);
  return { format: 'module', source: readFileSync(compiled(fileURLToPath(url)), 'utf8'), shortCircuit: true };
}

/** Whether the path or URL is a source that is compiled here. */
export function isOurs(path) {
  return /\.tsx?$/.test(path) && !/\/(node_modules|dist)\//.test(path);
}

/** `./order.js` stands for `./order.ts` or `./order.tsx`. */
function source(specifier, parent) {
  if (!/^(\.|file:).*\.js$/.test(specifier)) return undefined;
  const url = new URL(specifier, parent).href.slice(0, -'.js'.length);
  return [`${url}.ts`, `${url}.tsx`].find((one) => existsSync(new URL(one)));
}

/** The path of the compiled source, with its map beside it; results are cached. */
export function compiled(path) {
  const text = readFileSync(path, 'utf8');
  const react = path.endsWith('.tsx') || !/\/(backend|test)\//.test(path);
  const key = createHash('sha256').update([version, react, path, text].join('\0')).digest('hex');
  const target = join(CACHE, `${key}.js`);
  if (existsSync(target)) return target;
  const { code, map } = transformSync(text, { ...swcOptions({ react }), filename: path, sourceMaps: true });
  write(`${target}.map`, map);
  write(target, code);
  return target;
}

/** Atomic, because several processes compile. */
function write(path, text) {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}
