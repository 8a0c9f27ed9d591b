import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventLog } from '../platform/log/event-log.js';
import { PICTURE_NAME, PictureFiles, pictureNamed } from '../products/picture-files.js';

/**
 * Copies the uploaded pictures into another directory; without one they stay where they are and are only looked through. Answers
 * how many of those that the log names are not there, or are not what they were: their products show none.
 */
export async function copyPictures(
  log: EventLog,
  from: string,
  to: string | null,
  say: (text: string) => void,
): Promise<number> {
  const target = to === null ? null : new PictureFiles(to);
  const names = (await readdir(from).catch(() => [])).filter((name) => PICTURE_NAME.test(name));
  const whole = new Set<string>();
  for (const name of names) {
    const picture = await readFile(join(from, name));
    if (`${hash('sha256', picture, 'hex')}.webp` !== name) continue;
    await target?.keep(picture);
    whole.add(name);
  }
  const lost = [...(await namedIn(log))].filter((name) => !whole.has(name));
  for (const name of lost) say(`LOST: picture ${name} is not there, or not what it was. Upload it again.`);
  const where = to === null ? `stay in ${from}` : `are in ${to}`;
  say(`${whole.size} pictures ${where}; every process that serves pages needs them in its DATA_DIR.`);
  return lost.length;
}

async function namedIn(log: EventLog): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { type, data } of log.readAll()) {
    const facts = type === 'ProductCreated' ? data : type === 'ProductEdited' ? data.changes : {};
    const { productImage } = facts as { productImage?: string };
    const name = productImage === undefined ? undefined : pictureNamed(productImage);
    if (name !== undefined) names.add(name);
  }
  return names;
}
