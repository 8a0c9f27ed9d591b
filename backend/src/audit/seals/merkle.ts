import { hash } from 'node:crypto';

/** Merkle trees of RFC 9162, section 2.1 (https://www.rfc-editor.org/rfc/rfc9162#section-2.1); hashes are 32 bytes. */

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

/** The root over `size` leaves from `start`; undefined if unknown. */
export type NodeAt = (start: number, size: number) => Buffer | undefined;

export function leafHash(entry: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([LEAF, entry]), 'buffer');
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([NODE, left, right]), 'buffer');
}

/** @throws RangeError if a leaf is unknown */
export function rootOf(nodeAt: NodeAt, size: number, start = 0): Buffer {
  const there = nodeAt(start, size);
  if (there) return there;
  if (size < 2) throw new RangeError(`no leaf is known at ${start}`);
  const left = splitOf(size);
  return nodeHash(rootOf(nodeAt, left, start), rootOf(nodeAt, size - left, start + left));
}

/** The root over leaves that come one after another; it keeps one hash of each whole subtree. */
export class GrowingRoot {
  private readonly subtrees: Buffer[] = [];
  private size = 0;

  add(leaf: Buffer): void {
    let hash = leaf;
    for (let left = this.size; left % 2 === 1; left = Math.floor(left / 2)) {
      hash = nodeHash(this.subtrees.pop() ?? hash, hash);
    }
    this.subtrees.push(hash);
    this.size += 1;
  }

  /** base64url; empty without leaves */
  text(): string {
    const [last, ...before] = this.subtrees.toReversed();
    return last ? before.reduce((right, left) => nodeHash(left, right), last).toString('base64url') : '';
  }
}

/** RFC 9162, 2.1.3.1: the path from the leaf's sibling to below the root */
export function inclusionPath(nodeAt: NodeAt, index: number, size: number, start = 0): Buffer[] {
  if (size === 1) return [];
  const left = splitOf(size);
  return index < left
    ? [...inclusionPath(nodeAt, index, left, start), rootOf(nodeAt, size - left, start + left)]
    : [...inclusionPath(nodeAt, index - left, size - left, start + left), rootOf(nodeAt, left, start)];
}

/** RFC 9162, 2.1.4.1: proves that the `first` leaves are those of an earlier root */
export function consistencyPath(nodeAt: NodeAt, first: number, size: number, start = 0): Buffer[] {
  if (first === size) return start === 0 ? [] : [rootOf(nodeAt, size, start)];
  const left = splitOf(size);
  return first <= left
    ? [...consistencyPath(nodeAt, first, left, start), rootOf(nodeAt, size - left, start + left)]
    : [...consistencyPath(nodeAt, first - left, size - left, start + left), rootOf(nodeAt, left, start)];
}

/** The largest power of two below `size`, which is 2 to 2^32. */
function splitOf(size: number): number {
  return 2 ** (31 - Math.clz32(size - 1));
}
