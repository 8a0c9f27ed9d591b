import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyEnvironment, openEnvironment } from './lmdb-environment.js';

describe('an LMDB directory', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lmdb-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  /** Each file with its permissions. */
  async function modes(path: string): Promise<Record<string, string>> {
    const files = await readdir(path);
    const found = files.map(async (file) => [file, ((await stat(join(path, file))).mode & 0o777).toString(8)]);
    return Object.fromEntries(await Promise.all(found));
  }

  it('is for its owner alone to read, and so is its copy', async () => {
    const [path, copy] = [join(directory, 'log'), join(directory, 'copy')];
    await openEnvironment(path).close();
    expect(await modes(path)).toEqual({ 'data.mdb': '600', 'lock.mdb': '600' });
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    await mkdir(copy);
    await copyEnvironment(path, copy);
    expect((await modes(copy))['data.mdb']).toBe('600');
  });

  it('that others could read is theirs no more once it has been opened', async () => {
    const path = join(directory, 'log');
    await openEnvironment(path).close();
    await chmod(join(path, 'data.mdb'), 0o644);
    await openEnvironment(path).close();
    expect(await modes(path)).toMatchObject({ 'data.mdb': '600' });
  });
});
