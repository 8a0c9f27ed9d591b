import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Children } from './child-process.fixture.js';
import { assertRoom, type DataDirectory, openDataDirectory } from './data-directory.js';

const HOLDING = `
  import { openDataDirectory } from './data-directory.js';
  await openDataDirectory(process.argv[1], { waitMs: 0 });
  console.log('held');
  setInterval(() => {}, 1_000);
`;

describe('the data directory', () => {
  let children: Children;
  let directory: string;
  beforeAll(async () => {
    children = await Children.compile(['.']);
  });
  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'data-')), 'deep', 'data');
  });
  afterEach(() => rm(join(directory, '..', '..'), { recursive: true }));
  afterAll(() => children.close());

  it('is made for its owner only and tells absolute paths', async () => {
    const data = await openDataDirectory(directory);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect(data.path('log')).toBe(join(directory, 'log'));
    await data.release();
    await data.release();
  });

  it('needs a disk with room, of which the start is told before anything is made', async () => {
    await expect(assertRoom(directory, Number.MAX_SAFE_INTEGER)).rejects.toThrow(
      /^DATA_DIR: the disk of .*data is full: \d+ MiB are left/,
    );
    await assertRoom(directory, 1);
    expect(existsSync(join(directory, '..'))).toBe(false);
  });

  it.each(['a file', 'a file/data'])('is refused when it is %s, and is told by its setting', async (name) => {
    const root = join(directory, '..', '..');
    await writeFile(join(root, 'a file'), 'notes');
    const refusal = /^DATA_DIR: .*a file.* is, or lies in, a file\. Name a directory\.$/;

    await expect(assertRoom(join(root, name), 1)).rejects.toThrow(refusal);
    await expect(openDataDirectory(join(root, name))).rejects.toThrow(refusal);
  });

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
    await writeFile(join(directory, 'owner'), JSON.stringify({ pid: 1, host: 'another-machine' }));
    const lock = join(directory, 'lock');
    await expect(openDataDirectory(directory, { waitMs: 300 })).rejects.toThrow('another process');
    const almostStale = new Date(Date.now() - 9_000);
    await utimes(lock, almostStale, almostStale);
    const data = await openDataDirectory(directory);
    expect((await stat(lock)).mtimeMs).toBeGreaterThan(almostStale.getTime());
    await data.release();
  });

  it('tells when the lock is lost', async () => {
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
    expect(await readFile(join(directory, 'format'), 'utf8')).toBe('3\n');
    await writeFile(join(directory, 'format'), '4\n');
    await expect(openDataDirectory(directory)).rejects.toThrow('has format 4; this program knows formats up to 3');
    await writeFile(join(directory, 'format'), 'banana');
    await expect(openDataDirectory(directory)).rejects.toThrow('holds no format number');
  });

  it('keeps the number of an older program until this one writes', async () => {
    await (await openDataDirectory(directory)).release();
    await writeFile(join(directory, 'format'), '1\n');
    const opened = await openDataDirectory(directory, { waitMs: 0 });
    expect(await readFile(join(directory, 'format'), 'utf8')).toBe('1\n');
    await opened.markFormat();
    expect(await readFile(join(directory, 'format'), 'utf8')).toBe('3\n');
    await opened.release();
  });
});
