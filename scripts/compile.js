import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { transform } from '@swc/core';
import { swcOptions } from './swc.js';

/** The contract is a package of its own; the others hold no sources. */
const APART = ['node_modules', 'dist', 'contract'];
/** A source map names its source without repeating it, as `tsc` does. */
const OPTIONS = { ...swcOptions({ react: false }), sourceMaps: true, inlineSourcesContent: false };

/**
 * Compiles each source of the folders, without specs, to JavaScript with a source map, at the same path below `to` as
 * the source has below `base`.
 */
export async function compile({ from, base, to }) {
  const sources = (await Promise.all(from.map(sourcesIn))).flat();
  await Promise.all(sources.map((source) => compileOne(source, join(to, relative(base, source)))));
}

async function sourcesIn(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries.map((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return APART.includes(entry.name) ? [] : sourcesIn(path);
    return /(?<!\.spec|\.d)\.ts$/.test(path) ? [path] : [];
  });
  return (await Promise.all(found)).flat();
}

async function compileOne(filename, place) {
  const target = place.replace(/\.ts$/, '.js');
  const sourceFileName = relative(dirname(target), filename);
  const { code, map } = await transform(await readFile(filename, 'utf8'), { ...OPTIONS, filename, sourceFileName });
  await mkdir(dirname(target), { recursive: true });
  await writeFile(`${target}.map`, map);
  await writeFile(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`);
}
