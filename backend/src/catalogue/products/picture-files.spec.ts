import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newPicture, picturesContract } from '@supreme-access/test/contracts/pictures.contract.js';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';
import { PictureFiles } from './picture-files.js';
import { keepSet, type PictureFile } from './pictures.js';

picturesContract('a directory', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'pictures-'));
  return { pictures: new PictureFiles(join(directory, 'pictures')), close: () => rm(directory, { recursive: true }) };
});

describe('pictures on the disk', () => {
  const { name: NAME, bytes: BYTES } = newPicture(Buffer.from('a picture'));
  let directory = '';
  let files: PictureFiles;
  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'pictures-')), 'pictures');
    files = new PictureFiles(directory);
  });
  afterEach(() => rm(join(directory, '..'), { recursive: true }));

  it('are named by their content, and are for their owner alone', async () => {
    const parts: PictureFile[] = ['480.webp', '480.avif'].map((part) => ({ part, bytes: BYTES }));
    const named = await keepSet(files, parts, 480);
    const [set] = named.split('-');
    expect((await readdir(directory)).sort()).toEqual([`${set}-480.avif`, `${set}-480.webp`]);
    expect(((await stat(join(directory, named))).mode & 0o777).toString(8)).toBe('600');
  });

  it('are mended by keeping them again', async () => {
    await files.keep(NAME, BYTES);
    await writeFile(join(directory, NAME), 'a pict');
    await files.keep(NAME, BYTES);
    expect(await readFile(join(directory, NAME))).toEqual(BYTES);
  });

  it('leave nothing behind where they cannot be written', async () => {
    await writeFile(directory, 'in the way');
    await expect(files.keep(NAME, BYTES)).rejects.toThrow(StoreUnavailable);
    await rm(directory);
    await files.keep(NAME, BYTES);
    expect(await readdir(directory)).toEqual([NAME]);
  });

  it('are not said to be missing where nobody can look', async () => {
    await writeFile(directory, 'in the way');
    await expect(files.has(NAME)).rejects.toThrow(StoreUnavailable);
    await expect(files.read(NAME)).rejects.toThrow(StoreUnavailable);
  });

  it('that a killed process never finished are removed, those of a living one are left', async () => {
    await files.keep(NAME, BYTES);
    for (const [name, age] of [
      ['old.tmp', 7_200],
      ['new.tmp', 0],
    ] as const) {
      await writeFile(join(directory, name), 'half');
      await utimes(join(directory, name), Date.now() / 1_000 - age, Date.now() / 1_000 - age);
    }
    await new PictureFiles(directory).keep(NAME, BYTES);
    expect((await readdir(directory)).sort()).toEqual([NAME, 'new.tmp'].sort());
  });
});
