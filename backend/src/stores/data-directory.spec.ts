import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Children } from '@supreme-access/test/fixtures/child-process.js';
import { assertRoom, type DataDirectory, openDataDirectory, writing } from './data-directory.js';
import { FORMAT } from './format.js';

/** above the largest number that Linux gives to a process */
const NOBODY = 2 ** 22 + 1;
const HOLDING = `
  import { openDataDirectory } from './stores/data-directory.js';
  await openDataDirectory(process.argv[1], { waitMs: 0 });
  console.log('held');
  setInterval(() => {}, 1_000);
`;

describe('the data directory', () => {
  let children: Children;
  let directory: string;
  beforeAll(async () => {
    children = await Children.compile(['stores', 'telemetry']);
  });
  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'data-')), 'deep', 'data');
  });
  afterEach(() => rm(join(directory, '..', '..'), { recursive: true }));
  afterAll(() => children.close());

  /** A record of another container's process, or another machine's. */
  async function ownedElsewhere(owner: { pid: number; host: string }): Promise<void> {
    await writeFile(join(directory, 'owner'), JSON.stringify({ ...owner, pids: 'elsewhere' }));
  }

  it('is made for its owner only and gives absolute paths', async () => {
    const data = await openDataDirectory(directory);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect(data.path('log')).toBe(join(directory, 'log'));
    await data.release();
    await data.release();
  });

  it('reports once a file that another one was put in the place of, and of none that was only written to', async () => {
    const data = await openDataDirectory(directory, { lookEvery: 1 });
    for (const name of ['log', 'vault']) await writeFile(data.path(name), 'first');
    const replaced: string[] = [];
    const noticed = new Promise<void>((resolve) => {
      data.watch(['log', 'vault'], (path) => {
        replaced.push(path);
        resolve();
      });
    });
    await writeFile(data.path('vault'), 'second');
    await writeFile(data.path('copy'), 'first');
    await rename(data.path('copy'), data.path('log'));
    await noticed;
    await data.release();
    expect(replaced).toEqual([data.path('log')]);
  });

  it('looks again where it is unknown which file is there', async () => {
    const data = await openDataDirectory(directory, { lookEvery: 5 });
    for (const name of ['vault', 'log']) await writeFile(data.path(name), 'first');
    const noticed = new Promise<string>((resolve) => data.watch(['vault', 'log'], resolve));
    await symlink(data.path('vault'), data.path('loop'));
    await rename(data.path('loop'), data.path('vault'));
    await writeFile(data.path('copy'), 'first');
    await rename(data.path('copy'), data.path('log'));
    expect(await noticed).toBe(data.path('log'));
    await data.release();
  });

  it('needs a disk with room, which the start is refused for before anything is made', async () => {
    await expect(assertRoom(directory, Number.MAX_SAFE_INTEGER)).rejects.toThrow(
      /^DATA_DIR: the disk of .*data is full: \d+ MiB are left/,
    );
    await assertRoom(directory, 1);
    expect(existsSync(join(directory, '..'))).toBe(false);
  });

  it.each(['a file', 'a file/data'])('is refused when it is %s, and the refusal names its setting', async (name) => {
    const root = join(directory, '..', '..');
    await writeFile(join(root, 'a file'), 'notes');
    const refusal = /^DATA_DIR: .*a file.* is, or lies in, a file\. Name a directory\.$/;

    await expect(assertRoom(join(root, name), 1)).rejects.toThrow(refusal);
    await expect(openDataDirectory(join(root, name))).rejects.toThrow(refusal);
  });

  it.each(['EACCES', 'EPERM', 'EROFS', 'ENOENT'])(
    'that cannot be written (%s) is told by its setting, in one sentence each',
    async (code) => {
      const refused = writing('/data', () => Promise.reject(Object.assign(new Error(`${code}: mkdir`), { code })));
      await expect(refused).rejects.toThrow(
        `DATA_DIR: /data cannot be written (${code}). Name a directory that this user may write, on a disk that is not mounted read-only.`,
      );
      const other = Object.assign(new Error('ENOSPC: mkdir'), { code: 'ENOSPC' });
      await expect(writing('/data', () => Promise.reject(other))).rejects.toBe(other);
    },
  );

  it('can be taken again once it is released', async () => {
    await (await openDataDirectory(directory)).release();
    await (await openDataDirectory(directory, { waitMs: 0 })).release();
  });

  it('is refused to a second one of the same process', async () => {
    const data = await openDataDirectory(directory);
    const second = openDataDirectory(directory, { waitMs: 0 });
    await expect(second).rejects.toThrow(`another process uses the data directory ${directory}`);
    await data.release();
  });

  it('is refused while another process lives, before the whole wait is over', async () => {
    const child = children.start(HOLDING, [directory]);
    await child.printed(1);
    const said: string[] = [];
    const refused = openDataDirectory(directory, { waitMs: 60_000, onProgress: (text) => said.push(text) });
    await expect(refused).rejects.toThrow('another process uses the data directory');
    expect(said).toEqual([expect.stringContaining(directory)]);
    await child.kill();
  });

  it('is taken at once from a process of this machine that was killed', async () => {
    const child = children.start(HOLDING, [directory]);
    await child.printed(1);
    await child.kill();
    const data = await openDataDirectory(directory, { waitMs: 1_000 });
    await data.release();
  });

  it('is taken from a process elsewhere that was killed, once its lock is stale', async () => {
    const child = children.start(HOLDING, [directory]);
    await child.printed(1);
    await child.kill();
    await ownedElsewhere({ pid: NOBODY, host: 'another-machine' });
    const lock = join(directory, 'lock');
    await expect(openDataDirectory(directory, { waitMs: 300 })).rejects.toThrow('another process');
    const almostStale = new Date(Date.now() - 9_000);
    await utimes(lock, almostStale, almostStale);
    const data = await openDataDirectory(directory);
    expect((await stat(lock)).mtimeMs).toBeGreaterThan(almostStale.getTime());
    await data.release();
  });

  it('is refused while a process of another container lives, though that has the same host name and its number is nobody here', async () => {
    const child = children.start(HOLDING, [directory]);
    await child.printed(1);
    await ownedElsewhere({ pid: NOBODY, host: hostname() });
    const refusal = expect.objectContaining({ message: expect.stringContaining('another process') });

    await expect(openDataDirectory(directory, { waitMs: 600 })).rejects.toEqual(refusal);

    expect((await stat(join(directory, 'lock'))).mtimeMs).toBeGreaterThan(Date.now() - 5_000);
    await child.kill();
  });

  it('is taken by one only of many that come at once after a process was killed', async () => {
    const many = async (place: string) => {
      const before = await openDataDirectory(place);
      const owner = JSON.parse(await readFile(join(place, 'owner'), 'utf8'));
      await before.release();
      await writeFile(join(place, 'owner'), JSON.stringify({ ...owner, pid: NOBODY }));
      await mkdir(join(place, 'lock'));
      const options = { waitMs: 300, onLost: () => undefined };
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => openDataDirectory(place, options)));
      const opened = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      for (const data of opened) await data.release();
      return opened.length;
    };

    const places = Array.from({ length: 30 }, (_, index) => join(directory, String(index)));
    expect(await Promise.all(places.map(many))).toEqual(places.map(() => 1));
  });

  it('leaves no owner behind by whom the next lock would be judged', async () => {
    await (await openDataDirectory(directory)).release();
    await expect(readFile(join(directory, 'owner'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('reports when the lock is lost', async () => {
    let opened: Promise<DataDirectory> | undefined;
    const lost = new Promise<Error>((onLost) => {
      opened = openDataDirectory(directory, { onLost });
    });
    await opened;
    const stranger = new Date(Date.now() - 1_000);
    await utimes(join(directory, 'lock'), stranger, stranger);
    expect((await lost).message).toBe(`this process lost the data directory ${directory}`);
    await (await opened)?.release();
  });

  it('says which format it has, and refuses one from the future', async () => {
    await (await openDataDirectory(directory)).release();
    expect(await readFile(join(directory, 'log-format'), 'utf8')).toBe(`${FORMAT}\n`);
    await writeFile(join(directory, 'log-format'), `${FORMAT + 1}\n`);
    await expect(openDataDirectory(directory)).rejects.toThrow(
      `has format ${FORMAT + 1}; this program knows formats up to ${FORMAT}`,
    );
    await writeFile(join(directory, 'log-format'), 'banana');
    await expect(openDataDirectory(directory)).rejects.toThrow('holds no format number');
  });

  it('is refused by an older program once a newer one has marked it', async () => {
    const opened = await openDataDirectory(directory);
    await opened.markFormat(FORMAT + 1);
    await opened.release();
    await expect(openDataDirectory(directory)).rejects.toThrow(`has format ${FORMAT + 1}; this program`);
    expect(await readdir(directory)).toEqual(['log-format']);
  });

  it('refuses one that a build before 1.0 has made, and leaves it as it is', async () => {
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'format'), '10\n');
    await expect(openDataDirectory(directory)).rejects.toThrow(
      `DATA_DIR: ${directory} was made by a build before 1.0; start with an empty DATA_DIR.`,
    );
    expect(await readdir(directory)).toEqual(['format']);
  });
});
