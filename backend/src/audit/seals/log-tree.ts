import { constants } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ours } from '../../event-sourcing/ours.js';
import { atMost } from '../../event-sourcing/reading.js';
import type { EventLog, Position, RecordedEvent } from '../../stores/event-log/event-log.js';
import { consistencyPath, inclusionPath, leafHash, type NodeAt, nodeHash, rootOf } from './merkle.js';

/** leaves per stored hash, a power of two; a proof reads them again from the log */
const BLOCK = 256;
/** bytes per block: its root and the position of its last event */
const RECORD = 32 + 8;

/** `at`: byte. Threads and processes share it: all write the same at the same place. */
export interface BlockFile {
  read(): Promise<Buffer>;
  write(bytes: Buffer, at: number): Promise<void>;
  remove(): Promise<void>;
}

export function blockFile(path: string): BlockFile {
  return {
    read: () => readFile(path).catch(() => Buffer.alloc(0)),
    async write(bytes, at) {
      await mkdir(dirname(path), { recursive: true });
      const file = await open(path, constants.O_WRONLY | constants.O_CREAT, 0o600);
      try {
        const { bytesWritten } = await file.write(bytes, 0, bytes.length, at);
        if (bytesWritten < bytes.length) throw new Error(`${path} was not written to its end`);
      } finally {
        await file.close();
      }
    },
    remove: () => rm(path, { force: true }),
  };
}

export class LogChanged extends Error {}

/** The Merkle tree over the log. It stores roots of blocks and reads leaves from the log when a proof needs them. */
export class LogTree {
  private levels: Buffer[][] = [[]];
  private ends: Position[] = [];
  private tail: Buffer[] = [];
  private blocksStored = 0;
  private reached: Position = 0;
  private turn: Promise<unknown> = Promise.resolve();
  private isOpen = false;

  constructor(
    private readonly log: Pick<EventLog, 'readAll'>,
    private readonly file: BlockFile,
  ) {}

  get size(): number {
    return this.ends.length * BLOCK + this.tail.length;
  }

  get position(): Position {
    return this.reached;
  }

  async reachEnd(): Promise<void> {
    this.turn = this.turn.catch(() => undefined).then(() => this.readOn());
    await this.turn;
  }

  async forget(): Promise<void> {
    this.turn = this.turn
      .catch(() => undefined)
      .then(async () => {
        this.clear();
        await this.file.remove();
      });
    await this.turn;
  }

  /** @throws LogChanged, RangeError beyond the tree */
  async root(size: number): Promise<string> {
    return rootOf(await this.nodesFor([size]), size).toString('base64url');
  }

  async inclusion(index: number, size: number): Promise<string[]> {
    return texts(inclusionPath(await this.nodesFor([index, size]), index, size));
  }

  async consistency(first: number, size: number): Promise<string[]> {
    return texts(consistencyPath(await this.nodesFor([first, size]), first, size));
  }

  /** Returns the number of events before a position; undefined if the tree has no event there. */
  async indexOf(position: Position): Promise<number | undefined> {
    let [low, high] = [0, this.ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ends[middle] ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    const at = (await this.eventsOf(low)).findIndex((event) => event.position === position);
    return at < 0 ? undefined : low * BLOCK + at;
  }

  private async readOn(): Promise<void> {
    if (!this.isOpen) await this.open();
    for await (const event of ours(this.log.readAll({ after: this.reached }))) {
      this.tail.push(leafOf(event));
      this.reached = event.position;
      if (this.tail.length < BLOCK) continue;
      this.add(rootOf(leavesIn(this.tail), BLOCK), event.position);
      this.tail = [];
    }
    const records = this.ends
      .slice(this.blocksStored)
      .map((end, index) => record(this.levels[0]?.[this.blocksStored + index], end));
    if (records.length === 0) return;
    await this.file.write(Buffer.concat(records), this.blocksStored * RECORD);
    this.blocksStored += records.length;
  }

  private add(root: Buffer, end: Position): void {
    this.ends.push(end);
    let hash = root;
    for (let level = 0; ; level += 1) {
      const roots = this.levels[level] ?? [];
      this.levels[level] = roots;
      roots.push(hash);
      const left = roots.at(-2);
      if (roots.length % 2 === 1 || left === undefined) return;
      hash = nodeHash(left, hash);
    }
  }

  private async open(): Promise<void> {
    const bytes = await this.file.read();
    // The last record may be torn; the next write replaces it.
    for (let at = 0; at + RECORD <= bytes.length; at += RECORD)
      this.add(bytes.subarray(at, at + 32), bytes.readDoubleBE(at + 32));
    if (!(await this.isOfThisLog())) this.clear();
    this.blocksStored = this.ends.length;
    this.reached = this.ends.at(-1) ?? 0;
    this.isOpen = true;
  }

  /** It checks the first and last block; proofs and seals check the others. */
  private async isOfThisLog(): Promise<boolean> {
    if (this.ends.length === 0) return true;
    try {
      await this.leavesOf(0);
      await this.leavesOf(this.ends.length - 1);
      return true;
    } catch (error) {
      if (!(error instanceof LogChanged)) throw error;
      await this.file.remove();
      return false;
    }
  }

  private clear(): void {
    this.levels = [[]];
    this.ends = [];
    this.tail = [];
    this.blocksStored = 0;
    this.reached = 0;
  }

  private async nodesFor(leaves: readonly number[]): Promise<NodeAt> {
    if (leaves.some((leaf) => leaf > this.size)) throw new RangeError(`the tree has ${this.size} leaves`);
    const read = new Map<number, Buffer[]>();
    for (const block of new Set(leaves.map((leaf) => Math.floor(leaf / BLOCK)))) {
      read.set(block, await this.leavesOf(block));
    }
    return (start, size) => {
      const block = Math.floor(start / BLOCK);
      if (size === 1) return read.get(block)?.[start % BLOCK];
      const level = Math.log2(size / BLOCK);
      const isKept = Number.isInteger(level) && level >= 0 && start % size === 0;
      return isKept ? this.levels[level]?.[start / size] : undefined;
    };
  }

  private async leavesOf(block: number): Promise<Buffer[]> {
    if (block === this.ends.length) return [...this.tail];
    const leaves = (await this.eventsOf(block)).map(leafOf);
    const kept = this.levels[0]?.[block];
    const isSame = leaves.length === BLOCK && kept !== undefined && rootOf(leavesIn(leaves), BLOCK).equals(kept);
    if (!isSame)
      throw new LogChanged(`events ${block * BLOCK + 1} to ${(block + 1) * BLOCK} are not those that were read before`);
    return leaves;
  }

  private eventsOf(block: number): Promise<RecordedEvent[]> {
    return atMost(ours(this.log.readAll({ after: this.ends[block - 1] ?? 0 })), BLOCK);
  }
}

export function leafOf({ metadata }: Pick<RecordedEvent, 'metadata'>): Buffer {
  return leafHash(Buffer.from(metadata.hash, 'base64url'));
}

function leavesIn(leaves: readonly Buffer[]): NodeAt {
  return (start, size) => (size === 1 ? leaves[start] : undefined);
}

function record(root: Buffer | undefined, end: Position): Buffer {
  const position = Buffer.alloc(8);
  position.writeDoubleBE(end);
  return Buffer.concat([root ?? Buffer.alloc(32), position]);
}

function texts(hashes: readonly Buffer[]): string[] {
  return hashes.map((hash) => hash.toString('base64url'));
}
