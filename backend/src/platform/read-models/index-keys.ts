import { hash } from 'node:crypto';
import { HIGHEST, type IndexKey, LOWEST } from './value-order.js';

/**
 * Index keys as bytes, in the order of `compareKeys`: a tag for the kind of each value, then numbers as IEEE 754 with what makes
 * them sort, text by code unit, ended by 0. Bytes of text up to that of the tag for text stand as two: an id is found from behind.
 */
const TAG = { null: 0x10, number: 0x11, text: 0x12, boolean: 0x13, other: 0x14 };
const END = 0x00;
const ESCAPE = 0x01;
const CUT = 0x02;
const ESCAPED = 0x20;
const HIGHEST_BYTE = 0xff;

/** Characters of a text that order it; what is longer counts by these and by its hash. LMDB's keys have at most 1,978 bytes. */
export const MAX_TEXT = 120;
const MAX_KEY = 1_978;

const scratch = Buffer.alloc(4 * MAX_KEY);
const PLAIN = /^[ -~]*$/;

/** Which collection of a store, and which index of it. */
export type Space = readonly [collection: number, index: number];

/** The key of a row in an index: the values of its fields, and its id. */
export function indexKey(space: Space, values: IndexKey, id: string): Buffer {
  const end = writeText(id, writeValues(values, writeSpace(space)));
  if (end > MAX_KEY) throw new RangeError(`an index key of ${end} bytes is too long`);
  return Buffer.from(scratch.subarray(0, end));
}

/** An end of a range of keys. */
export function rangeEnd(space: Space, values: IndexKey): Buffer {
  return Buffer.from(scratch.subarray(0, writeValues(values, writeSpace(space))));
}

export function idIn(key: Uint8Array): string {
  const bytes = Buffer.from(key.buffer, key.byteOffset, key.byteLength);
  const text = bytes.subarray(bytes.lastIndexOf(TAG.text) + 1, -1);
  return text.some((byte) => byte === ESCAPE || byte > 0x7f) ? unescaped(text) : text.toString('latin1');
}

export function rowKey(collection: number, id: string): Buffer {
  const key = Buffer.from(`\0\0${id}`);
  key.writeUInt16BE(collection);
  if (key.length > MAX_KEY) throw new RangeError(`an id of ${key.length} bytes is too long`);
  return key;
}

export function idOfRow(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('utf8', 2);
}

/** All keys of a collection, in any of the stores. */
export function spaceOf(collection: number): { start: Buffer; end: Buffer } {
  const [start, end] = [Buffer.alloc(2), Buffer.alloc(2)];
  start.writeUInt16BE(collection);
  end.writeUInt16BE(collection + 1);
  return { start, end };
}

function writeSpace([collection, index]: Space): number {
  scratch.writeUInt16BE(collection);
  return scratch.writeUInt8(index, 2);
}

function writeValues(values: IndexKey, from: number): number {
  let at = from;
  for (const value of values) at = writeValue(value, at);
  return at;
}

function writeValue(value: unknown, at: number): number {
  if (value === LOWEST) return at;
  if (value === HIGHEST) return scratch.writeUInt8(HIGHEST_BYTE, at);
  if (value === null || value === undefined) return scratch.writeUInt8(TAG.null, at);
  if (typeof value === 'number') return writeNumber(value, at);
  if (typeof value === 'string') return writeText(short(value), at);
  if (typeof value !== 'boolean') return scratch.writeUInt8(TAG.other, at);
  return scratch.writeUInt8(Number(value), scratch.writeUInt8(TAG.boolean, at));
}

function writeNumber(value: number, at: number): number {
  const from = scratch.writeUInt8(TAG.number, at);
  // -0 equals 0
  const to = scratch.writeDoubleBE(value + 0, from);
  if (Number.isNaN(value)) scratch.fill(0, from, to);
  else if (value < 0) for (let i = from; i < to; i += 1) scratch[i] = ~(scratch[i] ?? 0);
  else scratch[from] = (scratch[from] ?? 0) | 0x80;
  return to;
}

function short(text: string): string | Buffer {
  if (text.length <= MAX_TEXT) return text;
  const [start, rest] = [escaped(text.slice(0, MAX_TEXT)), hash('sha256', text, 'hex')];
  return Buffer.concat([start, Buffer.of(CUT), Buffer.from(rest)]);
}

function writeText(text: string | Buffer, at: number): number {
  const from = scratch.writeUInt8(TAG.text, at);
  if (typeof text === 'string' && PLAIN.test(text)) {
    return scratch.writeUInt8(END, from + scratch.write(text, from, 'latin1'));
  }
  const bytes = typeof text === 'string' ? escaped(text) : text;
  return scratch.writeUInt8(END, from + bytes.copy(scratch, from));
}

/** UTF-8 of each code unit for itself: in the order of code units, halves of characters too. */
function escaped(text: string): Buffer {
  const bytes: number[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit <= TAG.text) bytes.push(ESCAPE, unit + ESCAPED);
    else if (unit < 0x80) bytes.push(unit);
    else if (unit < 0x800) bytes.push(0xc0 | (unit >> 6), 0x80 | (unit & 0x3f));
    else bytes.push(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
  }
  return Buffer.from(bytes);
}

function unescaped(bytes: Buffer): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 1) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(i, i + 3);
    const length = first === ESCAPE || first >= 0xc0 ? (first >= 0xe0 ? 3 : 2) : 1;
    if (first === ESCAPE) text += String.fromCharCode(second - ESCAPED);
    else if (length === 3) text += unit(((first & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f));
    else text += unit(length === 2 ? ((first & 0x1f) << 6) | (second & 0x3f) : first);
    i += length - 1;
  }
  return text;
}

const unit = (code: number) => String.fromCharCode(code);
