import type { Readable } from 'node:stream';

export class AnswerTooLong extends Error {
  constructor() {
    super('the answer is too long');
  }
}

export class BoundedBytes {
  private readonly chunks: Buffer[] = [];
  private length = 0;

  constructor(private readonly limit: number) {}

  add(chunk: Buffer): boolean {
    this.length += chunk.length;
    if (this.length > this.limit) return false;
    this.chunks.push(chunk);
    return true;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }
}

/** Reads a whole stream, `limit` in bytes and `within` in ms. @throws AnswerTooLong, or the stream's error */
export async function readBounded(stream: Readable, limit: number, within: number): Promise<Buffer> {
  const held = new BoundedBytes(limit);
  const late = setTimeout(() => stream.destroy(new Error('the answer took too long')), within);
  try {
    for await (const chunk of stream) if (!held.add(chunk as Buffer)) throw new AnswerTooLong();
    return held.bytes;
  } finally {
    clearTimeout(late);
    stream.destroy();
  }
}
