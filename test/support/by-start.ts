import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './drops.js';
import { freePort } from './free-port.js';

/** ms; a stop may take ten seconds, on a busy machine more */
const STOPPED = 60_000;

/** The product as `npm start` begins it, in a process that nobody here has spawned. */
export class ByStart {
  private server = 0;
  readonly settings: Record<string, string>;

  private constructor(
    private readonly directory: string,
    readonly port: number,
  ) {
    this.settings = { DATA_DIR: directory, PORT: String(port), SEED: 'none', LOG_LEVEL: 'warn' };
  }

  static async open(): Promise<ByStart> {
    return new ByStart(await mkdtemp(join(tmpdir(), 'npm-start-')), await freePort());
  }

  async close(): Promise<void> {
    if (this.isAlive) process.kill(this.server, 'SIGKILL');
    await rm(this.directory, { recursive: true, force: true });
  }

  async ready(): Promise<void> {
    await eventually('the product is ready', 60_000, async () => {
      const answer = await fetch(`http://127.0.0.1:${this.port}/readyz`).catch(() => undefined);
      return answer?.ok || undefined;
    });
    this.server = JSON.parse(await readFile(join(this.directory, 'owner'), 'utf8')).pid;
  }

  terminate(): void {
    process.kill(this.server, 'SIGTERM');
  }

  async gone(): Promise<void> {
    await eventually('the server has gone', STOPPED, async () => !this.isAlive || undefined);
  }

  get isLocked(): boolean {
    return existsSync(join(this.directory, 'lock'));
  }

  private get isAlive(): boolean {
    try {
      return this.server > 0 && process.kill(this.server, 0);
    } catch {
      return false;
    }
  }
}
