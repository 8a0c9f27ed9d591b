import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ROOT } from './root.js';

/** ms after which every program has looked at the clock again; see preload-clock.js */
const SEEN = 150;

/** One clock for several programs, which can be moved on while they run, and is still moved when they start again. */
export class MovedClock {
  private ahead = 0;

  private constructor(private readonly file: string) {}

  static in(directory: string): MovedClock {
    const clock = new MovedClock(join(directory, 'clock'));
    clock.write();
    return clock;
  }

  /** What a program has to be told. */
  get settings(): Record<string, string> {
    const loaded = pathToFileURL(join(ROOT, 'test/support/preload-clock.js')).href;
    return { MOVED_CLOCK: this.file, NODE_OPTIONS: `--max-semi-space-size=64 --import=${loaded}` };
  }

  /** ms UTC */
  now(): number {
    return Date.now() + this.ahead;
  }

  /** Never back. */
  async moveTo(at: number): Promise<void> {
    this.ahead = Math.max(this.ahead, at - Date.now());
    this.write();
    await pause(SEEN);
  }

  /** Whoever reads meanwhile reads the old time or the new one. */
  private write(): void {
    writeFileSync(`${this.file}.new`, String(this.ahead));
    renameSync(`${this.file}.new`, this.file);
  }
}
