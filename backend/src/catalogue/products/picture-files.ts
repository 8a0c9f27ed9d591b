import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';
import { PICTURE_NAME, Pictures } from './pictures.js';

/** ms after which an unfinished file belongs to a process that was killed */
const ABANDONED = 3_600_000;

export const picturesIn = (dataDir: string): string => join(dataDir, 'pictures');

export class PictureFiles extends Pictures {
  private opened: Promise<void> | undefined;

  constructor(private readonly directory: string) {
    super();
  }

  async keep(name: string, bytes: Buffer): Promise<void> {
    const unfinished = join(this.directory, `${randomUUID()}.tmp`);
    try {
      this.opened ??= openDirectory(this.directory);
      await this.opened;
      await writeDurably(unfinished, bytes);
      await rename(unfinished, join(this.directory, name));
      await flush(this.directory);
    } catch (cause) {
      this.opened = undefined;
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw new StoreUnavailable('a picture could not be kept', { cause });
    }
  }

  async has(name: string): Promise<boolean> {
    if (!PICTURE_NAME.test(name)) return false;
    try {
      return (await stat(join(this.directory, name))).isFile();
    } catch (cause) {
      if (isAbsent(cause)) return false;
      throw new StoreUnavailable('a picture could not be looked for', { cause });
    }
  }

  async read(name: string): Promise<Buffer | undefined> {
    if (!PICTURE_NAME.test(name)) return undefined;
    try {
      return await readFile(join(this.directory, name));
    } catch (cause) {
      if (isAbsent(cause)) return undefined;
      throw new StoreUnavailable('a picture could not be read', { cause });
    }
  }
}

function isAbsent(cause: unknown): boolean {
  return (cause as NodeJS.ErrnoException).code === 'ENOENT';
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

/** A rename is durable only after an fsync of its directory. */
async function flush(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
