import { type FileHandle, open, readFile, truncate } from 'node:fs/promises';

interface Waiting {
  line: string;
  done: () => void;
  failed: (error: unknown) => void;
}

/** A log whose entries are durable once `append` resolves. */
export interface EntryLog<Entry> {
  append(entry: Entry): Promise<void>;
  durable(): Promise<void>;
  close(): Promise<void>;
}

/**
 * An append-only file of JSON lines; waiting lines share one fsync. Only one process may open it: two would each sell the last piece. After
 * a failed write it accepts nothing, because memory and disk may disagree.
 */
export class LedgerFile<Entry> implements EntryLog<Entry> {
  private waiting: Waiting[] = [];
  private flushing: Promise<void> | undefined;
  private last: Promise<void> = Promise.resolve();
  private broken: unknown;

  private constructor(private readonly file: FileHandle) {}

  /** Reads every entry, oldest first. It cuts off a torn last line, which was never acknowledged, and throws on earlier damage. */
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
    // A failure that no caller awaits must not end the process.
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
