import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ROOT } from './root.js';

/** ms after which every program has read the clock again; see preload-clock.js */
const SEEN = 150;

/** One movable clock for several programs, which survives their restarts. */
export class MovedClock {
  private ahead = 0;

  private constructor(private readonly file: string) {}

  static in(directory: string): MovedClock {
    const clock = new MovedClock(join(directory, 'clock'));
    clock.write();
    return clock;
  }

  get settings(): Record<string, string> {
    const loaded = pathToFileURL(join(ROOT, 'test/support/preload-clock.js')).href;
    return { MOVED_CLOCK: this.file, NODE_OPTIONS: `--max-semi-space-size=32 --import=${loaded}` };
  }

  /** ms UTC */
  now(): number {
    return Date.now() + this.ahead;
  }

  /** `at`: ms UTC; the clock never goes back. */
  async moveTo(at: number): Promise<void> {
    this.ahead = Math.max(this.ahead, at - Date.now());
    this.write();
    await pause(SEEN);
  }

  /** Atomic, because programs read it at any time. */
  private write(): void {
    writeFileSync(`${this.file}.new`, String(this.ahead));
    renameSync(`${this.file}.new`, this.file);
  }
}
