import { DELAYS } from '@supreme-access/contract/limits.js';
import { whenOnline } from './connection.js';

export type Load<T> = () => Promise<T>;

export class ChunkMissing extends Error {
  constructor(cause?: unknown) {
    super('A part of this page did not load. Check your connection.', { cause });
    this.name = 'ChunkMissing';
  }
}

/** Loads a script chunk. It gives up after 120 s and tries once more, because networks are slow on a release day. */
export async function loadChunk<T>(load: Load<T>, limitMs: number = DELAYS.chunkLoad): Promise<T> {
  try {
    return await within(load(), limitMs);
  } catch {
    await whenOnline();
    return within(load(), limitMs).catch((cause: unknown) => {
      throw new ChunkMissing(cause);
    });
  }
}

async function within<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkMissing()), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function encryption() {
  return loadChunk(async () => {
    const { encryptFor, pageKey } = await import('./jwe.js');
    return { encryptFor, pageKey };
  });
}
