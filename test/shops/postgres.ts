import { execFile, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../support/free-port.js';
import type { Closing } from './closing.js';

/** where Debian puts each version's programs: https://packages.debian.org/bookworm/postgresql-15 */
const DEBIAN = '/usr/lib/postgresql';
const USER = 'shop';
const run = promisify(execFile);

export interface Postgres {
  /** without the name of a database */
  url: string;
  createDatabase(name: string): Promise<void>;
  /** Rows of the first column. */
  ask(database: string, query: string): Promise<string[]>;
}

/** The directory of PostgreSQL's programs; undefined where this machine has none. */
export async function findPostgres(): Promise<string | undefined> {
  const versions = await readdir(DEBIAN).catch(() => []);
  const newest = versions.toSorted((one, other) => Number(other) - Number(one))[0];
  return newest === undefined ? undefined : join(DEBIAN, newest, 'bin');
}

/** A PostgreSQL of its own, on loopback. It refuses to be run by root, who runs it as the user `postgres`. */
export async function startPostgres(programs: string, directory: string, closing: Closing): Promise<Postgres> {
  const as: { uid?: number; gid?: number } = process.getuid?.() === 0 ? await userPostgres() : {};
  await mkdir(directory, { recursive: true });
  if (as.uid !== undefined && as.gid !== undefined) await chown(directory, as.uid, as.gid);
  const [data, port] = [join(directory, 'data'), await freePort()];
  const where = ['-h', '127.0.0.1', '-p', String(port), '-U', USER];
  const call = (program: string, args: string[]) => run(join(programs, program), args, { ...as, cwd: directory });
  await call('initdb', ['-D', data, '-A', 'trust', '-U', USER, '--no-sync']);
  const options = [
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    directory,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'fsync=off',
  ];
  const stdio: StdioOptions = 'ignore';
  const server = spawn(join(programs, 'postgres'), options, { ...as, cwd: directory, stdio });
  await closing.add(async () => {
    if (server.exitCode !== null) return;
    server.kill('SIGQUIT');
    await once(server, 'exit');
  });
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
    if (
      await call('pg_isready', [...where, '-t', '1']).then(
        () => true,
        () => false,
      )
    )
      break;
  }
  return {
    url: `postgres://${USER}@127.0.0.1:${port}`,
    createDatabase: async (name) => {
      await call('createdb', [...where, name]);
    },
    ask: async (database, query) => {
      const { stdout } = await call('psql', [...where, '-d', database, '-tAc', query]);
      return stdout.split('\n').filter((row) => row !== '');
    },
  };
}

async function userPostgres(): Promise<{ uid: number; gid: number }> {
  const users = await readFile('/etc/passwd', 'utf8');
  const [, , uid, gid] =
    users
      .split('\n')
      .find((line) => line.startsWith('postgres:'))
      ?.split(':') ?? [];
  if (!uid || !gid) throw new Error('PostgreSQL cannot be run by root, and there is no user postgres');
  return { uid: Number(uid), gid: Number(gid) };
}
