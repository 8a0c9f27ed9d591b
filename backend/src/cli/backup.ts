import { existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { picturesIn } from '../catalogue/products/picture-files.js';
import { PICTURE_NAME } from '../catalogue/products/pictures.js';
import { ConfigError } from '../config/config.js';
import { FORMAT_FILE } from '../stores/data-directory.js';
import { copyEnvironment } from '../stores/event-log/lmdb-environment.js';
import { assertInstalled } from './stores.js';

/** Copies an embedded installation, even a running one: log before vault, no master key. @throws ConfigError */
export async function backUp(dataDir: string, directory: string): Promise<string> {
  assertInstalled({ dataDir });
  const target = resolve(directory);
  if (existsSync(target)) throw new ConfigError(`${target} is there already: name a directory that is not`);
  const unfinished = `${target}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  for (const store of ['log', 'vault']) await copyStore(join(dataDir, store), join(unfinished, store));
  await copyDurably(join(dataDir, FORMAT_FILE), join(unfinished, FORMAT_FILE));
  await copyAll(picturesIn(dataDir), picturesIn(unfinished));
  await rename(unfinished, target);
  return target;
}

async function copyStore(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  await copyEnvironment(from, to);
  for (const file of await readdir(to)) await flush(join(to, file));
}

/** Pictures never change under their name, and they exist before an event names them. */
async function copyAll(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const names = existsSync(from) ? await readdir(from) : [];
  for (const name of names) if (PICTURE_NAME.test(name)) await copyDurably(join(from, name), join(to, name));
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await flush(to);
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
