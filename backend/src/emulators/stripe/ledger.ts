import { closeSync, fdatasync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { EmulatedEvent, StoredObject } from './objects.js';

/** The changes of one request are one line of the file, so that a crash keeps all of them or none. */
export interface LedgerLine {
  /** ms UTC */
  at: number;
  put?: StoredObject[];
  events?: EmulatedEvent[];
  owed?: string[];
  delivered?: string;
  answer?: SavedAnswer;
}

export interface SavedAnswer {
  key: string;
  fingerprint: string;
  status: number;
  body: object;
}

export interface LineLog {
  append(line: LedgerLine): Extent;
  read(extent: Extent): LedgerLine;
  durable(): Promise<void>;
  close(): Promise<void>;
}

export interface Extent {
  offset: number;
  length: number;
}

const CHUNK = 1 << 20;
const NEWLINE = 0x0a;
const sync = promisify(fdatasync);

/** An append-only file of JSON lines. Appending is immediate and ordered; `durable` makes it survive a power cut. */
export class Ledger implements LineLog {
  private size = 0;
  private synced = 0;
  private running: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;

  private constructor(private readonly file: number) {}

  /** Opens or creates `dir/ledger.jsonl` and gives every line to `replay` in order. */
  static async open(dir: string, replay: (line: LedgerLine, extent: Extent) => void): Promise<Ledger> {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const ledger = new Ledger(openSync(join(dir, 'ledger.jsonl'), 'a+', 0o600));
    try {
      await ledger.load(replay);
    } catch (error) {
      closeSync(ledger.file);
      throw error;
    }
    return ledger;
  }

  append(line: LedgerLine): Extent {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    const extent = { offset: this.size, length: bytes.length };
    try {
      let written = 0;
      while (written < bytes.length) written += writeSync(this.file, bytes, written);
    } catch (error) {
      ftruncateSync(this.file, this.size); // half a line would swallow the next one
      throw error;
    }
    this.size += bytes.length;
    return extent;
  }

  read(extent: Extent): LedgerLine {
    const bytes = Buffer.allocUnsafe(extent.length);
    readSync(this.file, bytes, 0, extent.length, extent.offset);
    return JSON.parse(bytes.toString());
  }

  /** Resolves once every appended line is on the disk; callers share one fsync. */
  durable(): Promise<void> {
    if (this.synced === this.size) return Promise.resolve();
    this.next ??= this.running.then(async () => {
      this.next = undefined;
      const size = this.size;
      this.running = sync(this.file);
      await this.running;
      this.synced = Math.max(this.synced, size);
    });
    return this.next;
  }

  async close(): Promise<void> {
    await this.durable();
    closeSync(this.file);
  }

  private async load(replay: (line: LedgerLine, extent: Extent) => void): Promise<void> {
    const total = fstatSync(this.file).size;
    let rest: Buffer = Buffer.alloc(0);
    for (let at = 0; at < total; at += CHUNK) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, total - at));
      readSync(this.file, chunk, 0, chunk.length, at);
      rest = this.replayLines(Buffer.concat([rest, chunk]), replay);
      await nextTurn();
    }
    if (rest.length > 0) ftruncateSync(this.file, this.size); // torn by a crash before it was acknowledged
    this.synced = this.size;
  }

  private replayLines(bytes: Buffer, replay: (line: LedgerLine, extent: Extent) => void): Buffer {
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      const extent = { offset: this.size, length: end + 1 - start };
      replay(this.parse(bytes.subarray(start, end), extent), extent);
      this.size += extent.length;
      start = end + 1;
    }
    return Buffer.from(bytes.subarray(start));
  }

  private parse(bytes: Buffer, extent: Extent): LedgerLine {
    try {
      return JSON.parse(bytes.toString());
    } catch {
      throw new Error(`the payment emulator's ledger is damaged at byte ${extent.offset}`);
    }
  }
}
