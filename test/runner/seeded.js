import { createRequire, syncBuiltinESMExports } from 'node:module';

const crypto = createRequire(import.meta.url)('node:crypto');
let state = 0;

/** Makes ids and `Math.random` repeatable by SPEC_SEED (1) and the file's path. `randomBytes` and keys stay random. */
export function seedFor(path) {
  const text = `${process.env.SPEC_SEED ?? 1} ${path}`;
  state = crypto.createHash('sha256').update(text).digest().readUInt32LE();
}

/** Mulberry32 */
function next() {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return (mixed ^ (mixed >>> 14)) >>> 0;
}

function randomUUID() {
  const bytes = Buffer.alloc(16);
  for (let i = 0; i < 16; i += 4) bytes.writeUInt32LE(next(), i);
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

crypto.randomUUID = randomUUID;
// Pages share it with Node: https://nodejs.org/api/webcrypto.html
globalThis.crypto.randomUUID = randomUUID;
Math.random = () => next() / 2 ** 32;
syncBuiltinESMExports();
