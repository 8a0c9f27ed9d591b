import { hash } from 'node:crypto';

/** Mulberry32: the same seed gives the same numbers. */
export class RandomSource {
  private state: number;

  constructor(private readonly seed: string) {
    this.state = Number.parseInt(hash('sha256', seed, 'hex').slice(0, 8), 16);
  }

  /** An independent source, so that the draws of one part do not shift another's. */
  of(part: string): RandomSource {
    return new RandomSource(`${this.seed}/${part}`);
  }

  /** 0 to below 1 */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** both ends included */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<T>(all: readonly T[]): T {
    const one = all[this.whole(0, all.length - 1)];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  }

  bytes(count: number): Buffer {
    const bytes = Buffer.alloc(count);
    for (let i = 0; i < count; i += 1) bytes[i] = this.whole(0, 255);
    return bytes;
  }
}
