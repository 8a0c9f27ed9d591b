import { hash } from 'node:crypto';
import { PICTURE_FORMATS } from '@supreme-access/contract/pictures.js';

/** where pictures are served */
export const PICTURES = '/pictures/';
/** Of one width in one format. */
export const PICTURE_NAME = /^[0-9a-f]{64}-[1-9]\d{0,3}\.(?:avif|webp|jpg)$/;

/**
 * Where uploaded pictures lie. Names follow from what is in the files, so nothing ever changes under its name and the same
 * picture is kept once. Nothing is ever removed: the log goes on naming what a product once showed.
 */
export abstract class Pictures {
  /** Durable once it resolves; readers see the whole file or none. @throws StoreUnavailable */
  abstract keep(name: string, bytes: Buffer): Promise<void>;
  /** @throws StoreUnavailable when that cannot be said */
  abstract has(name: string): Promise<boolean>;
  /** undefined: there is none. @throws StoreUnavailable */
  abstract read(name: string): Promise<Buffer | undefined>;
}

/** One of the files that a picture is made of: `{width}.{format}` */
export interface PictureFile {
  part: string;
  bytes: Buffer;
}

/** The beginning of the names of all of them: SHA-256 over the list of their own. */
export function nameOfSet(files: readonly PictureFile[]): string {
  const lines = files.map(({ part, bytes }) => `${hash('sha256', bytes, 'hex')}  ${part}\n`);
  return hash('sha256', lines.sort().join(''), 'hex');
}

/** The name that a product says: the widest as WebP. */
export const widestOf = (set: string, width: number): string => `${set}-${width}.webp`;

/** Keeps all of a picture, what products name as the last: where that is, everything is. @throws StoreUnavailable */
export async function keepSet(to: Pictures, files: readonly PictureFile[], width: number): Promise<string> {
  const set = nameOfSet(files);
  const named = widestOf(set, width);
  const nameOf = ({ part }: PictureFile) => `${set}-${part}`;
  for (const file of files) if (nameOf(file) !== named) await to.keep(nameOf(file), file.bytes);
  for (const file of files) if (nameOf(file) === named) await to.keep(named, file.bytes);
  return named;
}

/** The name of the picture that an address of ours leads to; undefined for pictures that lie elsewhere. */
export function pictureNamed(address: string): string | undefined {
  return address.startsWith(PICTURES) ? address.slice(PICTURES.length) : undefined;
}

/** Media type of a file by its name. */
export function typeOf(name: string): string {
  return PICTURE_FORMATS.find(({ ending }) => name.endsWith(`.${ending}`))?.type ?? 'application/octet-stream';
}
