import { createHash, randomBytes } from 'node:crypto';
import { keepSet, type PictureFile, Pictures } from '../../backend/src/catalogue/products/pictures.js';

/** A picture that no store has seen before. */
export function newPicture(bytes = randomBytes(3_000)): { name: string; bytes: Buffer } {
  return { name: `${createHash('sha256').update(bytes).digest('hex')}-480.webp`, bytes };
}

/** What every store of pictures keeps to. */
export function picturesContract(
  store: string,
  open: () => Promise<{ pictures: Pictures; close(): Promise<unknown> }>,
) {
  describe(`pictures: ${store}`, () => {
    let pictures: Pictures;
    let close: () => Promise<unknown>;
    beforeAll(async () => ({ pictures, close } = await open()));
    afterAll(() => close?.());

    it('gives back what was kept, byte for byte', async () => {
      const { name, bytes } = newPicture();
      await pictures.keep(name, bytes);
      expect(await pictures.read(name)).toEqual(bytes);
      expect(await pictures.has(name)).toBe(true);
    });

    it('keeps large ones', async () => {
      const { name, bytes } = newPicture(randomBytes(10 * 1024 * 1024));
      await pictures.keep(name, bytes);
      expect(bytes.equals((await pictures.read(name)) ?? Buffer.alloc(0))).toBe(true);
    });

    it('knows nothing of what was never kept', async () => {
      const { name } = newPicture();
      expect([await pictures.has(name), await pictures.read(name)]).toEqual([false, undefined]);
    });

    it('keeps the same one as often as it is put, at once as well', async () => {
      const { name, bytes } = newPicture();
      await Promise.all([pictures.keep(name, bytes), pictures.keep(name, bytes)]);
      await pictures.keep(name, bytes);
      expect(await pictures.read(name)).toEqual(bytes);
    });

    it.each(['', '../master.key', 'master.key', '..%2fmaster.key', `${'0'.repeat(64)}-480.svg`])(
      'has nothing under %j',
      async (name) => {
        expect([await pictures.has(name), await pictures.read(name)]).toEqual([false, undefined]);
      },
    );

    it('keeps all of a picture under names that follow from all of it, and what products name as the last', async () => {
      const part = (name: string): PictureFile => ({ part: name, bytes: randomBytes(500) });
      const files = ['480.avif', '600.webp', '600.avif'].map(part);
      const named = await keepSet(pictures, files, 600);
      expect(named).toMatch(/^[0-9a-f]{64}-600\.webp$/);
      for (const { part, bytes } of files) {
        expect(await pictures.read(named.replace('600.webp', part))).toEqual(bytes);
      }
      expect(await keepSet(pictures, files.toReversed(), 600)).toBe(named);
      expect(await keepSet(pictures, [part('480.avif'), ...files.slice(1)], 600)).not.toBe(named);
    });
  });
}
