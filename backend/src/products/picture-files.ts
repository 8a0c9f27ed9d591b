import { hash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../platform/config.js';
import { CONFIG } from '../platform/platform.js';
import { StoreUnavailable } from '../platform/store-unavailable.js';

/** ms after which a file that was never finished is that of a process that was killed */
const ABANDONED = 3_600_000;
/** where pictures are served */
export const PICTURES = '/pictures/';
/** SHA-256 of the file, so that it never changes under its name */
export const PICTURE_NAME = /^[0-9a-f]{64}\.webp$/;

export const picturesIn = (dataDir: string): string => join(dataDir, 'pictures');

/** The name of the picture that an address of ours leads to; undefined for pictures that lie elsewhere. */
export function pictureNamed(address: string): string | undefined {
  return address.startsWith(PICTURES) ? address.slice(PICTURES.length) : undefined;
}

/**
 * Uploaded pictures, each a file under the hash of its content. Any number of processes may write there: the same picture is the
 * same file. Nothing is ever removed: the log goes on naming what a product once showed.
 */
export class PictureFiles {
  private opened: Promise<void> | undefined;

  constructor(private readonly directory: string) {}

  /** Durable once it resolves; readers see the whole file or none. Returns its name. @throws StoreUnavailable, with nothing left behind */
  async keep(picture: Buffer): Promise<string> {
    const name = `${hash('sha256', picture, 'hex')}.webp`;
    const unfinished = join(this.directory, `${randomUUID()}.tmp`);
    try {
      this.opened ??= openDirectory(this.directory);
      await this.opened;
      await writeDurably(unfinished, picture);
      await rename(unfinished, join(this.directory, name));
      await flush(this.directory);
    } catch (cause) {
      this.opened = undefined;
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw new StoreUnavailable('a picture could not be kept', { cause });
    }
    return name;
  }

  async has(name: string): Promise<boolean> {
    if (!PICTURE_NAME.test(name)) return false;
    return stat(join(this.directory, name)).then(
      (found) => found.isFile(),
      () => false,
    );
  }
}

async function openDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const unfinished = (await readdir(directory)).filter((name) => name.endsWith('.tmp'));
  for (const path of unfinished.map((name) => join(directory, name))) {
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - ABANDONED) await rm(path, { force: true });
  }
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename is durable once its directory is. */
async function flush(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export const pictureFiles = {
  provide: PictureFiles,
  useFactory: ({ dataDir }: Config) => new PictureFiles(picturesIn(dataDir)),
  inject: [CONFIG],
};
