import { createHash, createHmac, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StateOfLines, toLines } from './state-lines.js';
import type { Known } from './stream-fold.js';

/** events that a stream must have, or have got since its last snapshot: fewer are folded as fast as a file is read */
const EVERY = 1_000;
/** ms from the time that a snapshot is due to when it is written: a rush makes few */
const LINGER = 10_000;
/** bytes of all files; the stream that was written longest ago goes first */
const ROOM = 256 * 2 ** 20;

export interface SnapshotOptions {
  /** made when there is something to write */
  directory: string;
  /** of whatever folds: what another version folded is not used */
  version: string;
  /** proves that this installation wrote a file */
  secret: string;
  onTrouble: (error: unknown, stream: string) => void;
  /** false: nothing is written that can be done without */
  hasRoom?: () => boolean;
  every?: number;
  linger?: number;
  room?: number;
}

interface Head {
  stream: string;
  revision: number;
  hash: string;
  bytes: number;
}

/** What was folded before, up to a revision; only as good as `hash` is the stored event's there. */
export type Snapshot = Omit<Known, 'position'>;

interface Waiting {
  known: Known;
  /** how many of `known.commands` are of that revision: the map is the queue's own and goes on growing */
  commands: number;
}

/**
 * Large streams as they were last folded, in files: a cache that saves a start from folding them from their first event. Whatever
 * is wrong with a file, it is thrown away, and the stream is folded. It holds what events hold in clear, nothing that they seal.
 */
export class StreamSnapshots {
  /** bytes of each file, the one written longest ago first */
  private readonly files = new Map<string, number>();
  private readonly written = new Map<string, number>();
  private readonly waiting = new Map<string, Waiting>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;

  private constructor(private readonly options: SnapshotOptions) {}

  /** Looks which there are; those of other versions, and unfinished ones, are removed. */
  static async open(options: SnapshotOptions): Promise<StreamSnapshots> {
    const snapshots = new StreamSnapshots(options);
    try {
      await snapshots.look();
    } catch (error) {
      options.onTrouble(error, 'all');
    }
    return snapshots;
  }

  /** Has a stream written, in the background, when it has grown by enough since it was written last. */
  grown(stream: string, known: Known): void {
    const last = this.written.get(stream) ?? 0;
    if (known.revision + 1 - last < Math.max(this.options.every ?? EVERY, last / 10)) return;
    if (this.options.hasRoom?.() === false) return;
    this.waiting.set(stream, { known, commands: known.commands.size });
    this.timer ??= setTimeout(() => void this.flush(), this.options.linger ?? LINGER).unref();
  }

  /** Writes what is waiting. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.writing;
    this.writing = this.writeAll();
    await this.writing;
  }

  /** The stream as it was written last; undefined when there is nothing that can be used. */
  async load(stream: string): Promise<Snapshot | undefined> {
    if (this.files.size === 0) return undefined;
    const name = this.nameOf(stream);
    if (!this.files.has(name)) return undefined;
    try {
      const snapshot = await this.read(stream, name);
      this.written.set(stream, snapshot.revision + 1);
      return snapshot;
    } catch (error) {
      this.options.onTrouble(error, stream);
      await this.discard(stream);
      return undefined;
    }
  }

  async discard(stream: string): Promise<void> {
    this.written.delete(stream);
    await this.remove(this.nameOf(stream));
  }

  private async look(): Promise<void> {
    const names = await readdir(this.options.directory).catch(orNothing);
    const found = await Promise.all(
      // Another process may remove one meanwhile.
      names.map((name) =>
        stat(join(this.options.directory, name)).then(({ size, mtimeMs }) => [{ name, size, mtimeMs }], orNothing),
      ),
    );
    for (const { name, size } of found.flat().sort((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (name.endsWith(this.suffix)) this.files.set(name, size);
      else await this.remove(name);
    }
  }

  private async writeAll(): Promise<void> {
    for (const [stream, waiting] of this.waiting) {
      this.waiting.delete(stream);
      const name = this.nameOf(stream);
      const unfinished = `${this.pathOf(name)}.${randomUUID()}`;
      try {
        await mkdir(this.options.directory, { recursive: true, mode: 0o700 });
        const size = await this.write(unfinished, stream, waiting);
        await rename(unfinished, this.pathOf(name));
        this.files.delete(name);
        this.files.set(name, size);
        this.written.set(stream, waiting.known.revision + 1);
        await this.makeRoom();
      } catch (error) {
        this.options.onTrouble(error, stream);
      }
    }
  }

  private async write(path: string, stream: string, { known, commands }: Waiting): Promise<number> {
    const { revision, hash, bytes } = known;
    const mac = this.mac(stream);
    const file = await open(path, 'wx', 0o600);
    try {
      let size = 0;
      const put = async (line: string) => {
        const text = Buffer.from(`${line}\n`);
        size += text.length;
        mac.update(text);
        await file.appendFile(text);
        await nextTurn();
      };
      await put(JSON.stringify({ stream, revision, hash, bytes } satisfies Head));
      for (const line of toLines(known, commands)) await put(line);
      await file.appendFile(mac.digest('base64url'));
      return size;
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  }

  /** Not flushed when it was written, and perhaps not ours: nothing of it is looked at before the last line proves it. */
  private async read(stream: string, name: string): Promise<Snapshot> {
    const bytes = await readFile(this.pathOf(name));
    const end = bytes.lastIndexOf(10) + 1;
    const mac = this.mac(stream);
    for (let from = 0; from < end; from += 2 ** 20) {
      mac.update(bytes.subarray(from, Math.min(end, from + 2 ** 20)));
      await nextTurn();
    }
    if (mac.digest('base64url') !== bytes.toString('latin1', end)) throw new Error('the file is damaged');
    let at = bytes.indexOf(10);
    const head = JSON.parse(bytes.toString('utf8', 0, at)) as Head;
    const folded = new StateOfLines();
    while (at + 1 < end) {
      const next = bytes.indexOf(10, at + 1);
      folded.read(bytes.toString('utf8', at + 1, next));
      at = next;
      await nextTurn();
    }
    const { revision, hash, bytes: weight } = head;
    return { state: folded.state, commands: folded.commands, revision, hash, bytes: weight };
  }

  private async makeRoom(): Promise<void> {
    let sum = [...this.files.values()].reduce((total, size) => total + size, 0);
    for (const [name, size] of this.files) {
      if (sum <= (this.options.room ?? ROOM)) return;
      sum -= size;
      await this.remove(name);
    }
  }

  private async remove(name: string): Promise<void> {
    this.files.delete(name);
    await rm(this.pathOf(name), { force: true });
  }

  private mac(stream: string) {
    return createHmac('sha256', this.options.secret).update(`${this.options.version} ${stream}\n`);
  }

  private get suffix(): string {
    return `.${this.options.version}`;
  }

  private nameOf(stream: string): string {
    return createHash('sha256').update(stream).digest('hex').slice(0, 40) + this.suffix;
  }

  private pathOf(name: string): string {
    return join(this.options.directory, name);
  }
}

function orNothing(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
