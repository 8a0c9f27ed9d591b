import { statSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** What browsers load as text; fonts and pictures are packed already, and source maps are for us. */
const TEXT = /\.(js|css|html|svg|json|txt)$/;

/** A plugin for Vite: each built file once more beside itself, packed by brotli and by gzip, for the server to choose from. */
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

/** What the server sends of a built file to a browser that takes brotli. */
export function bytesOnTheWire(file: string): number {
  return statSync(`${file}.br`).size;
}

/** Brotli takes its highest level by itself. */
async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
