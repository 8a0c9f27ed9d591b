import { statSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** Fonts and pictures are compressed already, and source maps are not served. */
const TEXT = /\.(js|css|html|svg|json|txt)$/;

/** A plugin for Vite that writes a brotli and a gzip copy beside each built file, for the server to choose from. */
export function precompress() {
  return {
    name: 'precompress',
    apply: 'build' as const,
    writeBundle: {
      order: 'post' as const,
      sequential: true,
      async handler({ dir = '' }: { dir?: string }) {
        const names = await readdir(dir, { recursive: true });
        await Promise.all(names.filter((name) => TEXT.test(name)).map((name) => compress(join(dir, name))));
      },
    },
  };
}

/** The size of a built file for a browser that accepts brotli. */
export function bytesOnTheWire(file: string): number {
  return statSync(`${file}.br`).size;
}

/** Brotli uses its highest level by default. */
async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
