import { randomUUID } from 'node:crypto';
import { existsSync, type StatsFs, statSync } from 'node:fs';
import { mkdir, readFile, readlink, realpath, rename, rm, rmdir, stat, statfs, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { FORMAT, tooNew, tooOld } from './format.js';

/** a lock without a heartbeat for this long (ms) belongs to a process that was killed */
const STALE = 10_000;
const HEARTBEAT = 2_000;
const RETRY = 250;
const MIB = 2 ** 20;
/** holds the format's number */
export const FORMAT_FILE = 'log-format';
/** what builds before 1.0 kept it in */
const OLD_MARKER = 'format';
/** bytes that a start asks of its disk unless told otherwise: what the stores take at once, and some ten thousand events */
export const LEAST_FREE = 64 * MIB;

/** Another process holds the directory, or has not been gone for long enough to tell. */
export class DirectoryInUse extends Error {}

export interface DataDirectory {
  path(name: string): string;
  /**
   * Looks with each heartbeat whether these files, and the lock, are still those that they are now: a copy put in their place is another
   * file. `onReplaced` hears once, of the first that is not.
   */
  watch(names: readonly string[], onReplaced: (path: string) => void): void;
  /** Gives the directory up; may be called again. */
  release(): Promise<void>;
}

interface DataDirectoryOptions {
  /** ms to wait for a lock that may be a killed process's; 0 fails at once */
  waitMs?: number;
  onProgress?: (text: string) => void;
  /** ms between two looks at whether files were replaced; those of the heartbeat unless told */
  lookEvery?: number;
  /** The lock was lost (the process slept too long, or the lock was removed): stop writing at once. Throws by default. */
  onLost?: (error: Error) => void;
}

/** the last is what Node's mkdir says of a new directory on a disk that can only be read, where it makes those above it as well */
const NOT_WRITABLE = new Set<unknown>(['EACCES', 'EPERM', 'EROFS', 'ENOENT']);

/** Whatever fails because files there cannot be written names the setting, in one sentence; all else is as it was. */
export async function writing<T>(directory: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!NOT_WRITABLE.has(code)) throw error;
    const todo = 'Name a directory that this user may write, on a disk that is not mounted read-only.';
    throw new Error(`DATA_DIR: ${directory} cannot be written (${code}). ${todo}`, { cause: error });
  }
}

/** Refuses what is no directory and could not become one. @throws an Error that names DATA_DIR */
export async function assertDirectory(directory: string): Promise<void> {
  const found = await stat(directory).catch(({ code }: NodeJS.ErrnoException) => code);
  const isDirectory = typeof found === 'object' ? found.isDirectory() : found !== 'ENOTDIR';
  if (!isDirectory) throw new Error(`DATA_DIR: ${directory} is, or lies in, a file. Name a directory.`);
}

/** Refuses a file, and a disk without room, before anything is written to it. @throws an Error that names DATA_DIR */
export async function assertRoom(directory: string, room = LEAST_FREE): Promise<void> {
  await assertDirectory(directory);
  const { bavail, bsize, blocks } = await statfsOf(resolve(directory));
  // Some network disks do not tell.
  if (blocks === 0 || bavail * bsize >= room) return;
  const left = Math.floor((bavail * bsize) / MIB);
  const text = `the disk of ${directory} is full: ${left} MiB are left and ${room / MIB} are needed`;
  throw new Error(`DATA_DIR: ${text}. Make room, or name a directory on another disk.`);
}

async function statfsOf(directory: string): Promise<StatsFs> {
  try {
    return await statfs(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return statfsOf(dirname(directory));
  }
}

/** Makes the directory (0700) if needed and takes it for this process; two processes on one directory would ruin it. @throws DirectoryInUse */
export async function openDataDirectory(directory: string, options: DataDirectoryOptions = {}): Promise<DataDirectory> {
  await assertDirectory(directory);
  const [root, unlock] = await writing(directory, () => takeDirectory(directory, options));
  let released = false;
  let looking: NodeJS.Timeout | undefined;
  const watch: DataDirectory['watch'] = (names, onReplaced) => {
    const paths = ['lock', ...names].map((name) => join(root, name));
    looking = lookAfter(paths, options.lookEvery ?? HEARTBEAT, onReplaced);
  };
  const release = async () => {
    if (released) return;
    released = true;
    clearInterval(looking);
    try {
      await rm(ownerOf(root), { force: true });
      await unlock();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERELEASED') throw error; // lost before
    }
  };
  try {
    await checkFormat(root);
  } catch (error) {
    await release();
    throw error;
  }
  return { path: (name) => join(root, name), watch, release };
}

function lookAfter(paths: readonly string[], every: number, onReplaced: (path: string) => void): NodeJS.Timeout {
  const opened = paths.map(identityOf);
  const timer = setInterval(() => {
    const other = paths.find((path, nth) => ![opened[nth], null].includes(identityOf(path)));
    if (other === undefined) return;
    clearInterval(timer);
    onReplaced(other);
  }, every).unref();
  return timer;
}

/** Device and inode: what is written to the file does not change them. Null where the disk does not tell for the moment. */
function identityOf(path: string): string | null {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found ? `${found.dev} ${found.ino}` : 'none';
  } catch {
    return null;
  }
}

async function takeDirectory(directory: string, options: DataDirectoryOptions) {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const root = await realpath(directory);
  const unlock = await takeLock(root, options);
  await writeFile(ownerOf(root), JSON.stringify(await ourselves()));
  return [root, unlock] as const;
}

/**
 * A killed process leaves its lock: it is free once it is stale. A living one is told by its heartbeat, so that waiting for it
 * ends early.
 */
async function takeLock(root: string, options: DataDirectoryOptions): Promise<() => Promise<void>> {
  const lockfilePath = join(root, 'lock');
  const until = Date.now() + (options.waitMs ?? STALE + HEARTBEAT);
  let seen: number | undefined;
  for (;;) {
    const beat = await heartbeat(lockfilePath);
    // A process that is seen to be gone beats no more: its lock need not grow stale first.
    const isFree = beat !== undefined && (beat < Date.now() - STALE || (await isOwnerGone(root)));
    if (isFree) await removeLock(lockfilePath, beat);
    try {
      return await lock(root, { lockfilePath, stale: STALE, update: HEARTBEAT, ...lostHandler(root, options.onLost) });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
    }
    const alive = seen !== undefined && beat !== undefined && beat !== seen;
    if (alive || Date.now() + RETRY > until)
      throw new DirectoryInUse(`DATA_DIR: another process uses the data directory ${root}`);
    if (seen === undefined) options.onProgress?.(`waiting for another process to let go of ${root}`);
    seen = beat ?? seen;
    await wait(RETRY);
  }
}

function lostHandler(root: string, onLost: DataDirectoryOptions['onLost']) {
  if (!onLost) return {};
  return {
    onCompromised: (cause: Error) => onLost(new Error(`this process lost the data directory ${root}`, { cause })),
  };
}

const ownerOf = (root: string): string => join(root, 'owner');

interface Owner {
  pid: number;
  host: string;
  /** where `pid` is this process and nobody else; null where that cannot be told */
  pids: string | null;
}

/** A container counts its processes by itself: what is nobody's number here may be somebody's in another with this host name. */
async function ourselves(): Promise<Owner> {
  const [pid, host] = [process.pid, hostname()];
  if (process.platform !== 'linux') return { pid, host, pids: host };
  const [kernel, namespace] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null),
    readlink('/proc/self/ns/pid').catch(() => null),
  ]);
  return { pid, host, pids: kernel && namespace && `${kernel.trim()} ${namespace}` };
}

/** Whether the lock's owner was a process among ours and has ended; false when that cannot be told. */
async function isOwnerGone(root: string): Promise<boolean> {
  const us = await ourselves();
  try {
    const { pid, pids } = JSON.parse(await readFile(ownerOf(root), 'utf8')) as Owner;
    if (us.pids === null || pids !== us.pids || pid === us.pid) return false;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/**
 * Removes a lock that nobody holds. Of several who come at once the first has it removed, and what another has locked since
 * stays: the library alone would remove that too.
 */
async function removeLock(lockfilePath: string, beat: number): Promise<void> {
  const aside = `${lockfilePath}-${randomUUID()}`;
  try {
    if ((await heartbeat(lockfilePath)) !== beat) return;
    // Whoever takes it next is not to be judged by the owner before.
    await rm(ownerOf(dirname(lockfilePath)), { force: true });
    await rename(lockfilePath, aside);
    if ((await heartbeat(aside)) === beat) await rmdir(aside);
    else await rename(aside, lockfilePath);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

async function heartbeat(lockfilePath: string): Promise<number | undefined> {
  try {
    return (await stat(lockfilePath)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function checkFormat(root: string): Promise<void> {
  const file = join(root, FORMAT_FILE);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if (existsSync(join(root, OLD_MARKER))) throw tooOld(`DATA_DIR: ${root}`, 'an empty DATA_DIR');
    await writeFile(`${file}.new`, `${FORMAT}\n`, { flush: true });
    return await rename(`${file}.new`, file);
  }
  const format = Number(text);
  if (!Number.isInteger(format) || format < 1) throw new Error(`DATA_DIR: ${file} holds no format number`);
  if (format > FORMAT) throw tooNew(`DATA_DIR: ${root}`, format);
}
