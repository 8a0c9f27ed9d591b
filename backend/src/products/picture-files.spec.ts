import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreUnavailable } from '../platform/store-unavailable.js';
import { PictureFiles } from './picture-files.js';

const BYTES = Buffer.from('a picture');
/** SHA-256 of it */
const NAME = '92b2fa58028958317e408bd84ecfa70f5ee35b121991dbc232c49d166353708b.webp';

describe('pictures on the disk', () => {
  let directory = '';
  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'pictures-')), 'pictures');
  });
  afterEach(() => rm(join(directory, '..'), { recursive: true }));

  it('are named by their content, and the same one is one', async () => {
    const files = new PictureFiles(directory);
    expect(await Promise.all([files.keep(BYTES), files.keep(BYTES)])).toEqual([NAME, NAME]);
    expect(await readdir(directory)).toEqual([NAME]);
    expect([await files.has(NAME), await files.has('../pictures'), await files.has('')]).toEqual([true, false, false]);
  });

  it('are mended by keeping them again', async () => {
    const files = new PictureFiles(directory);
    await files.keep(BYTES);
    await writeFile(join(directory, NAME), 'a pict');
    await files.keep(BYTES);
    expect(await readFile(join(directory, NAME))).toEqual(BYTES);
  });

  it('leave nothing behind where they cannot be written', async () => {
    await writeFile(directory, 'in the way');
    const files = new PictureFiles(directory);
    await expect(files.keep(BYTES)).rejects.toThrow(StoreUnavailable);
    await rm(directory);
    expect(await files.keep(BYTES)).toBe(NAME);
  });

  it('that a killed process never finished are removed, those of a living one are left', async () => {
    await new PictureFiles(directory).keep(BYTES);
    for (const [name, age] of [
      ['old.tmp', 7_200],
      ['new.tmp', 0],
    ] as const) {
      await writeFile(join(directory, name), 'half');
      await utimes(join(directory, name), Date.now() / 1_000 - age, Date.now() / 1_000 - age);
    }
    await new PictureFiles(directory).keep(BYTES);
    expect((await readdir(directory)).sort()).toEqual([NAME, 'new.tmp'].sort());
  });
});
