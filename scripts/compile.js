import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { transform } from '@swc/core';
import { swcOptions } from './swc.js';

/** Packages, what has been built, and the contract, which is a package of its own. */
const APART = ['node_modules', 'dist', 'contract'];
/** As `tsc` does, a map names its source and does not repeat it. */
const OPTIONS = { ...swcOptions({ react: false }), sourceMaps: true, inlineSourcesContent: false };

/**
 * Each source of the folders as JavaScript with its map beside it, as far below `to` as the source is below `base`. Specs are left
 * out.
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
