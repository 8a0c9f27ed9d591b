import { type FileHandle, open, readFile, truncate } from 'node:fs/promises';

interface Waiting {
  line: string;
  done: () => void;
  failed: (error: unknown) => void;
}

/** What is sold rests on: entries that are kept once `append` resolves. */
export interface KeptEntries<Entry> {
  append(entry: Entry): Promise<void>;
  /** Resolves once everything appended so far is kept. */
  durable(): Promise<void>;
  close(): Promise<void>;
}

/**
 * An append-only file of JSON lines. `append` resolves once the line is on the disk; lines that wait together share one
 * fsync. One process per file: two would each sell the last piece. After a failed write nothing is accepted any more, as
 * memory and disk may disagree; a new start reads what is true.
 */
export class LedgerFile<Entry> implements KeptEntries<Entry> {
  private waiting: Waiting[] = [];
  private flushing: Promise<void> | undefined;
  private last: Promise<void> = Promise.resolve();
  private broken: unknown;

  private constructor(private readonly file: FileHandle) {}

  /** Reads what is there, oldest first. A torn last line (never acknowledged) is cut off; damage before it throws. */
  static async open<Entry>(path: string): Promise<{ ledger: LedgerFile<Entry>; entries: Entry[] }> {
    const file = await open(path, 'a', 0o600);
    try {
      const entries = await readEntries<Entry>(path);
      return { ledger: new LedgerFile<Entry>(file), entries };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  append(entry: Entry): Promise<void> {
    if (this.broken !== undefined) return Promise.reject(this.broken);
    const written = new Promise<void>((done, failed) => {
      this.waiting.push({ line: `${JSON.stringify(entry)}\n`, done, failed });
    });
    this.last = written;
    // whoever appends or asks `durable` sees the failure; alone it must not end the process
    written.catch(() => undefined);
    this.flushing ??= this.flush();
    return written;
  }

  durable(): Promise<void> {
    return this.last;
  }

  async close(): Promise<void> {
    await this.flushing;
    this.broken ??= new Error('the ledger is closed');
    await this.file.close();
  }

  private async flush(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      try {
        if (this.broken !== undefined) throw this.broken;
        await this.file.appendFile(batch.map((one) => one.line).join(''));
        await this.file.datasync();
        for (const one of batch) one.done();
      } catch (error) {
        this.broken = error;
        for (const one of batch) one.failed(error);
      }
    }
    this.flushing = undefined;
  }
}

async function readEntries<Entry>(path: string): Promise<Entry[]> {
  const bytes = await readFile(path);
  const end = bytes.lastIndexOf('\n') + 1;
  if (end < bytes.length) await truncate(path, end);
  const lines = bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
  return lines.map((line, index) => {
    try {
      return JSON.parse(line) as Entry;
    } catch {
      throw new Error(`${path}: line ${index + 1} is damaged`);
    }
  });
}
