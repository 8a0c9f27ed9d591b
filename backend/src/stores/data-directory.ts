import { randomUUID } from 'node:crypto';
import { existsSync, type StatsFs, statSync } from 'node:fs';
import { mkdir, readFile, readlink, realpath, rename, rm, rmdir, stat, statfs, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { FORMAT, tooNew, tooOld } from './format.js';

/** ms without a heartbeat until a lock is stale */
const STALE = 10_000;
const HEARTBEAT = 2_000;
const RETRY = 250;
const MIB = 2 ** 20;
export const FORMAT_FILE = 'log-format';
const OLD_MARKER = 'format';
/** bytes for the stores at start and some ten thousand events */
export const LEAST_FREE = 64 * MIB;

export class DirectoryInUse extends Error {}

export interface DataDirectory {
  path(name: string): string;
  /** Compares the inodes of these files and the lock at each heartbeat, and reports the first change once. */
  watch(names: readonly string[], onReplaced: (path: string) => void): void;
  /** Older programs refuse the directory afterwards. */
  markFormat(format?: number): Promise<void>;
  release(): Promise<void>;
}

interface DataDirectoryOptions {
  /** ms to wait for a stale lock; 0 fails at once */
  waitMs?: number;
  onProgress?: (text: string) => void;
  /** ms between checks for replaced files; the heartbeat by default */
  lookEvery?: number;
  /** The lock was lost: stop writes at once. The default throws. */
  onLost?: (error: Error) => void;
}

/** Node's mkdir reports ENOENT for nested directories on a read-only disk. */
const NOT_WRITABLE = new Set<unknown>(['EACCES', 'EPERM', 'EROFS', 'ENOENT']);

/** @throws Error that names DATA_DIR when a file cannot be written */
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

/** @throws Error that names DATA_DIR when it is, or lies in, a file */
export async function assertDirectory(directory: string): Promise<void> {
  const found = await stat(directory).catch(({ code }: NodeJS.ErrnoException) => code);
  const isDirectory = typeof found === 'object' ? found.isDirectory() : found !== 'ENOTDIR';
  if (!isDirectory) throw new Error(`DATA_DIR: ${directory} is, or lies in, a file. Name a directory.`);
}

/** @throws Error that names DATA_DIR without enough free bytes */
export async function assertRoom(directory: string, room = LEAST_FREE): Promise<void> {
  await assertDirectory(directory);
  const { bavail, bsize, blocks } = await statfsOf(resolve(directory));
  if (blocks === 0 || bavail * bsize >= room) return;
  const left = Math.floor((bavail * bsize) / MIB);
  const text = `the disk of ${directory} is full: ${left} MiB are left and ${room / MIB} are needed`;
  throw new Error(`DATA_DIR: ${text}. Make room, or name a directory on another disk.`);
}

async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function statfsOf(directory: string): Promise<StatsFs> {
  return (await ifThere(statfs(directory))) ?? statfsOf(dirname(directory));
}

/** Creates the directory (0700) and locks it: two processes would corrupt it. @throws DirectoryInUse */
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
      if ((error as NodeJS.ErrnoException).code !== 'ERELEASED') throw error; // the lock was lost earlier
    }
  };
  try {
    await checkFormat(root);
  } catch (error) {
    await release();
    throw error;
  }
  return { path: (name) => join(root, name), watch, markFormat: (format) => writeFormat(root, format), release };
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

async function takeLock(root: string, options: DataDirectoryOptions): Promise<() => Promise<void>> {
  const lockfilePath = join(root, 'lock');
  const until = Date.now() + (options.waitMs ?? STALE + HEARTBEAT);
  let seen: number | undefined;
  for (;;) {
    const beat = await heartbeat(lockfilePath);
    // A dead process sends no heartbeat, so its lock need not become stale first.
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
  pids: string | null;
}

/** PIDs are unique only within a PID namespace, and containers may share a host name. */
async function ourselves(): Promise<Owner> {
  const [pid, host] = [process.pid, hostname()];
  if (process.platform !== 'linux') return { pid, host, pids: host };
  const [kernel, namespace] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null),
    readlink('/proc/self/ns/pid').catch(() => null),
  ]);
  return { pid, host, pids: kernel && namespace && `${kernel.trim()} ${namespace}` };
}

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

/** Renames first, so that one of several processes wins; proper-lockfile alone could remove a new lock. */
async function removeLock(lockfilePath: string, beat: number): Promise<void> {
  const aside = `${lockfilePath}-${randomUUID()}`;
  try {
    if ((await heartbeat(lockfilePath)) !== beat) return;
    // The owner file of a stale lock must not count against the next owner.
    await rm(ownerOf(dirname(lockfilePath)), { force: true });
    await rename(lockfilePath, aside);
    if ((await heartbeat(aside)) === beat) await rmdir(aside);
    else await rename(aside, lockfilePath);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

async function heartbeat(lockfilePath: string): Promise<number | undefined> {
  return (await ifThere(stat(lockfilePath)))?.mtimeMs;
}

async function writeFormat(root: string, format = FORMAT): Promise<void> {
  const file = join(root, FORMAT_FILE);
  await writeFile(`${file}.new`, `${format}\n`, { flush: true });
  await rename(`${file}.new`, file);
}

async function checkFormat(root: string): Promise<void> {
  const file = join(root, FORMAT_FILE);
  const text = await ifThere(readFile(file, 'utf8'));
  if (text === undefined) {
    if (existsSync(join(root, OLD_MARKER))) throw tooOld(`DATA_DIR: ${root}`, 'an empty DATA_DIR');
    return await writeFormat(root);
  }
  const format = Number(text);
  if (!Number.isInteger(format) || format < 1) throw new Error(`DATA_DIR: ${file} holds no format number`);
  if (format > FORMAT) throw tooNew(`DATA_DIR: ${root}`, format);
}
