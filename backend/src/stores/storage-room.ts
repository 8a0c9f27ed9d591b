import { randomFillSync } from 'node:crypto';
import { rmSync, statfsSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { LogReplaced, StorageFull } from '../telemetry/store-unavailable.js';

const MIB = 2 ** 20;
/** bytes of the file that is given up for what has to be recorded although the disk is full */
export const RESERVE = 32 * MIB;
/** bytes below which nothing is written at all: LMDB ruins its own memory when a commit finds no room */
const FLOOR = 16 * MIB;
/** bytes below which nothing is written that can be made anew: it leaves room for what cannot */
const FLOOR_ANEW = 24 * MIB;
/** ms between two looks at whether the reserve can be made again */
const LOOK = 1_000;

/** bytes that may still be written there; null where the disk does not tell, as some network disks do not */
export type FreeSpace = () => number | null;

interface StorageRoomOptions {
  free: FreeSpace;
  /** bytes that have to be free for anything new */
  least: number;
  /** file that holds the reserve; null: there is none */
  reserve?: string | null;
  /** why the files of the stores are not those that were opened, in a sentence: nothing is written then; null: they are */
  replaced?: () => string | null;
  /** hears that the disk is full, and that it no longer is */
  say?: (text: string) => void;
}

/** Reading it takes a microsecond, so that it is read before each write and never out of date. */
export function freeSpaceOf(directory: string): FreeSpace {
  return () => {
    try {
      const { bavail, bsize, blocks } = statfsSync(directory);
      return blocks === 0 ? null : bavail * bsize;
    } catch {
      // A directory that has gone says nothing of room; whoever writes into it finds out.
      return null;
    }
  };
}

/**
 * How much room the disk of the embedded stores has. Little of it refuses what is new; what has happened already is recorded as long as
 * there is any, at the end out of a reserve that is made while there is enough.
 */
export class StorageRoom {
  private timer: NodeJS.Timeout | undefined;
  private making: Promise<void> = Promise.resolve();
  private isMaking = false;
  private wasFull = false;

  constructor(private readonly options: StorageRoomOptions) {}

  /** That of stores which other machines keep. */
  static elsewhere(): StorageRoom {
    return new StorageRoom({ free: () => null, least: 0 });
  }

  /** Why nothing is written any more, for the files are others; null while they are those that were opened. */
  get replaced(): string | null {
    return this.options.replaced?.() ?? null;
  }

  /** Whether anything new may begin. */
  get isEnough(): boolean {
    return this.free >= this.options.least;
  }

  /** Why nothing new may begin, in words; null while it may. */
  get trouble(): string | null {
    if (this.isEnough) return null;
    const [left, least] = [this.free, this.options.least].map((bytes) => Math.floor(bytes / MIB));
    return `the disk of DATA_DIR is full: ${left} MiB are left and ${least} are needed`;
  }

  /** Call it before something new begins. @throws StorageFull */
  assertEnough(): void {
    const { trouble } = this;
    if (trouble !== null) throw new StorageFull(trouble);
  }

  /** Call it before `bytes` are written to a store. Gives the reserve up when it is needed. @throws StorageFull, LogReplaced */
  assertWritable(bytes: number): void {
    this.assertOpened();
    if (this.free >= FLOOR + bytes) return;
    this.giveUpReserve();
    if (this.free < FLOOR + bytes) throw new StorageFull(this.trouble ?? 'the disk of DATA_DIR is full');
  }

  /** The same for what can be made anew, which leaves room for what cannot. @throws StorageFull, LogReplaced */
  assertWritableAnew(): void {
    this.assertWritable(FLOOR_ANEW - FLOOR);
  }

  /** Makes the reserve, now or as soon as there is room for it, and again after it was given up. */
  watch(): void {
    this.look();
    this.timer = setInterval(() => this.look(), LOOK).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.making;
  }

  private assertOpened(): void {
    const { replaced } = this;
    if (replaced !== null) throw new LogReplaced(replaced);
  }

  private get free(): number {
    return this.options.free() ?? Number.POSITIVE_INFINITY;
  }

  private look(): void {
    const { trouble } = this;
    if ((trouble !== null) !== this.wasFull)
      this.options.say?.(trouble ?? 'there is room on the disk of DATA_DIR again');
    this.wasFull = trouble !== null;
    const { reserve, least } = this.options;
    if (!reserve || this.isMaking || statSync(reserve, { throwIfNoEntry: false })?.size === RESERVE) return;
    if (this.free < least + RESERVE) return;
    this.isMaking = true;
    this.making = allocate(reserve, RESERVE)
      .catch((error: unknown) => this.options.say?.(`the reserve on the disk of DATA_DIR could not be made: ${error}`))
      .finally(() => {
        this.isMaking = false;
      });
  }

  private giveUpReserve(): void {
    const { reserve } = this.options;
    if (reserve) rmSync(reserve, { force: true });
  }
}

/** Really written: a file with a hole takes no room, and of what is all zeros some disks store nothing. */
async function allocate(path: string, bytes: number): Promise<void> {
  const unfinished = `${path}.new`;
  const part = randomFillSync(Buffer.alloc(MIB));
  const file = await open(unfinished, 'w', 0o600);
  try {
    for (let written = 0; written < bytes; written += MIB) await file.write(part);
    await file.sync();
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}
