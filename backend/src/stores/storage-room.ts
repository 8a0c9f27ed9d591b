import { randomFillSync } from 'node:crypto';
import { rmSync, statfsSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { LogReplaced, StorageFull } from '../telemetry/store-unavailable.js';

const MIB = 2 ** 20;
/** bytes of a file that is deleted to record facts on a full disk */
export const RESERVE = 32 * MIB;
/** bytes; LMDB corrupts its memory when a commit finds no room */
const FLOOR = 16 * MIB;
/** bytes that rebuildable data leave free */
const FLOOR_ANEW = 24 * MIB;
/** ms */
const LOOK = 1_000;
/** ms that a reading is good for new work: far less than the reserve is written meanwhile */
const GOOD_FOR = 10;

/** free bytes; null: unknown, as on some network disks */
export type FreeSpace = () => number | null;

interface StorageRoomOptions {
  free: FreeSpace;
  /** a reading that may be some ms old, for new work alone */
  lately?: FreeSpace;
  least: number;
  reserve?: string | null;
  replaced?: () => string | null;
  say?: (text: string) => void;
}

export function freeSpaceOf(directory: string): FreeSpace {
  return () => {
    try {
      const { bavail, bsize, blocks } = statfsSync(directory);
      return blocks === 0 ? null : bavail * bsize;
    } catch {
      return null;
    }
  };
}

/** Asking the disk for each request would cost a twentieth of it. */
export function readLately(free: FreeSpace): FreeSpace {
  let [read, until]: [number | null, number] = [null, Number.NEGATIVE_INFINITY];
  return () => {
    const now = performance.now();
    if (now >= until) [read, until] = [free(), now + GOOD_FOR];
    return read;
  };
}

/** Refuses new work first; facts are recorded as long as the reserve lasts. */
export class StorageRoom {
  private timer: NodeJS.Timeout | undefined;
  private making: Promise<void> = Promise.resolve();
  private isMaking = false;
  private wasFull = false;

  constructor(private readonly options: StorageRoomOptions) {}

  static elsewhere(): StorageRoom {
    return new StorageRoom({ free: () => null, least: 0 });
  }

  get replaced(): string | null {
    return this.options.replaced?.() ?? null;
  }

  get isEnough(): boolean {
    return this.free >= this.options.least;
  }

  get trouble(): string | null {
    if (this.isEnough) return null;
    const [left, least] = [this.free, this.options.least].map((bytes) => Math.floor(bytes / MIB));
    return `the disk of DATA_DIR is full: ${left} MiB are left and ${least} are needed`;
  }

  /** Call it before new work. @throws StorageFull */
  assertEnough(): void {
    const { lately, least } = this.options;
    if (lately && (lately() ?? Number.POSITIVE_INFINITY) >= least) return;
    const { trouble } = this;
    if (trouble !== null) throw new StorageFull(trouble);
  }

  /** Deletes the reserve if needed. @throws StorageFull, LogReplaced */
  assertWritable(bytes: number): void {
    this.assertOpened();
    if (this.free >= FLOOR + bytes) return;
    this.giveUpReserve();
    if (this.free < FLOOR + bytes) throw new StorageFull(this.trouble ?? 'the disk of DATA_DIR is full');
  }

  /** For rebuildable data. @throws StorageFull, LogReplaced */
  assertWritableAnew(): void {
    this.assertWritable(FLOOR_ANEW - FLOOR);
  }

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

/** Random bytes, because holes and, on some disks, zeros take no space. */
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
