import { hash } from 'node:crypto';
import { PICTURE_FORMATS } from '@supreme-access/contract/pictures.js';

export const PICTURES = '/pictures/';
export const PICTURE_NAME = /^[0-9a-f]{64}-[1-9]\d{0,3}\.(?:avif|webp|jpg)$/;

/** A store of uploaded pictures. Names are content hashes; a file never changes and is never removed. */
export abstract class Pictures {
  /** Durable once it resolves; readers see the whole file or none. @throws StoreUnavailable */
  abstract keep(name: string, bytes: Buffer): Promise<void>;
  /** @throws StoreUnavailable */
  abstract has(name: string): Promise<boolean>;
  /** Undefined when it does not exist. @throws StoreUnavailable */
  abstract read(name: string): Promise<Buffer | undefined>;
}

export interface PictureFile {
  part: string;
  bytes: Buffer;
}

/** SHA-256 over the sorted hashes of all files; every file name of the set begins with it. */
export function nameOfSet(files: readonly PictureFile[]): string {
  const lines = files.map(({ part, bytes }) => `${hash('sha256', bytes, 'hex')}  ${part}\n`);
  return hash('sha256', lines.sort().join(''), 'hex');
}

export const widestOf = (set: string, width: number): string => `${set}-${width}.webp`;

/** Writes the file that products name last: once it exists, all others exist. @throws StoreUnavailable */
export async function keepSet(to: Pictures, files: readonly PictureFile[], width: number): Promise<string> {
  const set = nameOfSet(files);
  const named = widestOf(set, width);
  const nameOf = ({ part }: PictureFile) => `${set}-${part}`;
  for (const file of files) if (nameOf(file) !== named) await to.keep(nameOf(file), file.bytes);
  for (const file of files) if (nameOf(file) === named) await to.keep(named, file.bytes);
  return named;
}

export function pictureNamed(address: string): string | undefined {
  return address.startsWith(PICTURES) ? address.slice(PICTURES.length) : undefined;
}

export function typeOf(name: string): string {
  return PICTURE_FORMATS.find(({ ending }) => name.endsWith(`.${ending}`))?.type ?? 'application/octet-stream';
}
