import type { Readable } from 'node:stream';

/** Another server said more than its answer may hold. */
export class AnswerTooLong extends Error {
  constructor() {
    super('the answer is too long');
  }
}

/** What another server says, up to a bound: whoever reads an answer of anybody counts its bytes here. */
export class BoundedBytes {
  private readonly chunks: Buffer[] = [];
  private length = 0;

  /** `limit` in bytes */
  constructor(private readonly limit: number) {}

  /** Keeps them; false, and nothing is kept, once there is no room left. */
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

/**
 * A stream as a whole, `limit` in bytes and `within` in ms; whatever comes of it, the stream is let go.
 * @throws AnswerTooLong, or what the stream failed with
 */
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
