import { crc32 } from 'node:zlib';

export interface ZippedFile {
  name: string;
  content: string | Uint8Array;
}

const VERSION = 20;
const UTF8 = 0x0800;
/** The time of all files: bundles of the same content are the same bytes. 1980-01-01 is the first day of the format. */
const FIRST_DAY = 0x0021;

/** A zip whose files are stored as they are (APPNOTE.TXT 6.3.10, 4.3); up to 65,535 files and 4 GiB. */
export function zipped(files: readonly ZippedFile[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const [path, bytes] = [Buffer.from(name), Buffer.from(content)];
    const facts = factsOf(path, bytes);
    const before = Buffer.concat([numbers(4, 0x04034b50), facts, numbers(2, 0), path]);
    local.push(before, bytes);
    // Comment, disk and attributes are empty; then where the file begins.
    const made = numbers(2, VERSION);
    central.push(numbers(4, 0x02014b50), made, facts, numbers(2, 0, 0, 0, 0), numbers(4, 0, offset), path);
    offset += before.length + bytes.length;
  }
  const directory = Buffer.concat(central);
  const count = files.length;
  const end = [
    numbers(4, 0x06054b50),
    numbers(2, 0, 0, count, count),
    numbers(4, directory.length, offset),
    numbers(2, 0),
  ];
  return Buffer.concat([...local, directory, ...end]);
}

function factsOf(path: Buffer, bytes: Buffer): Buffer {
  return Buffer.concat([
    numbers(2, VERSION, UTF8, 0, 0, FIRST_DAY),
    numbers(4, crc32(bytes), bytes.length, bytes.length),
    numbers(2, path.length),
  ]);
}

function numbers(size: 2 | 4, ...values: number[]): Buffer {
  const bytes = Buffer.alloc(size * values.length);
  for (const [index, value] of values.entries()) bytes.writeUIntLE(value, size * index, size);
  return bytes;
}
