import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { randomStringGenerator } from '@nestjs/common/internal.js';
import { seal } from '../../backend/src/stores/vault/seal.js';
import { RandomSource } from './random-source.js';

const real = { randomUUID: crypto.randomUUID, randomBytes: crypto.randomBytes, random: Math.random };

/**
 * Draws every id, key and IV of this process from the seed until the returned function is called. It replaces functions of Node, because the
 * program has no setting for this.
 */
export function seedEntropy(seed: string): () => void {
  const random = new RandomSource(`${seed}/entropy`);
  let drawn = 0;
  const randomBytes = (count: number) => {
    drawn += 1;
    return fastBytes(random, count);
  };
  Object.assign(crypto, { randomBytes, randomUUID: () => uuid(fastBytes(random, 16)) });
  Math.random = () => {
    drawn += 1;
    return random.next();
  };
  syncBuiltinESMExports();
  // IVs and Nest's ids come from buffered random bytes: those of the previous run are used up first.
  for (const key = Buffer.alloc(32); drawn === 0; ) seal(key, '', 0);
  for (drawn = 0; drawn === 0; ) randomStringGenerator();
  return () => {
    Object.assign(crypto, { randomUUID: real.randomUUID, randomBytes: real.randomBytes });
    Math.random = real.random;
    syncBuiltinESMExports();
  };
}

/** four bytes per number */
function fastBytes(random: RandomSource, count: number): Buffer {
  const bytes = Buffer.alloc(count + 3);
  for (let i = 0; i < count; i += 4) bytes.writeUInt32LE(Math.floor(random.next() * 2 ** 32), i);
  return bytes.subarray(0, count);
}

function uuid(bytes: Buffer): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
