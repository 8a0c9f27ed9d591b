import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nameOfSet, PICTURE_NAME, type PictureFile, Pictures, pictureNamed } from '../catalogue/products/pictures.js';
import type { ProductFacts } from '../catalogue/products/product.js';
import { ours } from '../event-sourcing/ours.js';
import type { EventLog } from '../stores/event-log/event-log.js';

/** Copies pictures, or only checks them without `to`. Returns how many named pictures are missing or damaged. */
export async function copyPictures(
  log: EventLog,
  from: string,
  to: { pictures: Pictures; place: string } | null,
  say: (text: string) => void,
): Promise<number> {
  const names = (await readdir(from).catch(() => [])).filter((name) => PICTURE_NAME.test(name));
  const whole = new Set<string>();
  let pictures = 0;
  for (const [, files] of groupBy(names, (name) => name.slice(0, HASH))) {
    const read = await Promise.all(files.map(async (name) => ({ name, bytes: await readFile(join(from, name)) })));
    const found = wholeOf(read);
    for (const { name, bytes } of found) await to?.pictures.keep(name, bytes);
    for (const { name } of found) whole.add(name);
    if (found.length > 0) pictures += 1;
  }
  let lost = 0;
  for (const name of await namedIn(log)) {
    const liesThere = !names.includes(name) && (await to?.pictures.has(name));
    if (whole.has(name) || liesThere) continue;
    lost += 1;
    say(`LOST: picture ${name} is not there, or not what it was. Upload it again.`);
  }
  const where = to === null ? `stay in ${from}` : `are in ${to.place}`;
  say(`${pictures} pictures ${where}; every process that serves pages needs them.`);
  return lost;
}

/** characters of a SHA-256 */
const HASH = 64;
type Named = { name: string; bytes: Buffer };

function wholeOf(files: readonly Named[]): Named[] {
  const parts: PictureFile[] = files.map(({ name, bytes }) => ({ part: name.slice(HASH + 1), bytes }));
  const isWhole = files.every(({ name }) => name.startsWith(nameOfSet(parts)));
  return isWhole ? files.toSorted((a, b) => rank(a) - rank(b)) : [];
}

/** The widest WebP comes last, as at the upload. */
function rank({ name }: Named): number {
  return name.endsWith('.webp') ? Number(name.slice(HASH + 1, -'.webp'.length)) : 0;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

async function namedIn(log: EventLog): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { type, data } of ours(log.readAll())) {
    const facts = type === 'ProductCreated' ? data : type === 'ProductEdited' ? data.changes : {};
    const { productImage = '', pictures = [] } = facts as Partial<ProductFacts>;
    for (const address of [productImage, ...pictures.map((picture) => picture.address)]) {
      const name = pictureNamed(address);
      if (name !== undefined && PICTURE_NAME.test(name)) names.add(name);
    }
  }
  return names;
}
