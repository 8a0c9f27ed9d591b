import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from './api.js';
import { freePort } from './free-port.js';
import { Program } from './program.js';
import { signIn } from './shopper.js';

export const ADMIN = { email: 'admin@example.org', password: 'an admin of the tests' } as const;

type Settings = Readonly<Record<string, string>>;

/** The built server as a process of its own, on its own directory. It can be killed and restarted. */
export class ServerProcess {
  private constructor(
    readonly directory: string,
    readonly url: string,
    private readonly settings: Settings,
    private program: Program,
  ) {}

  /** Starts on a new or the given directory and waits until it is ready. */
  static async start(settings: Settings = {}, directory?: string, withinMs?: number): Promise<ServerProcess> {
    const dataDir = directory ?? (await mkdtemp(join(tmpdir(), 'supreme-access-')));
    const port = String(settings.PORT ?? (await freePort()));
    const all = {
      // As scripts/start.js does; a deprecation of Node ends it.
      NODE_OPTIONS: '--max-semi-space-size=32 --throw-deprecation',
      SEED: 'none',
      LOG_LEVEL: 'warn',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...settings,
      PORT: port,
      DATA_DIR: dataDir,
    };
    const server = new ServerProcess(dataDir, `http://127.0.0.1:${port}`, all, ServerProcess.spawn(all));
    try {
      await server.ready(withinMs);
    } catch (error) {
      await (directory === undefined ? server.remove() : server.kill());
      throw error;
    }
    return server;
  }

  /** Starts again when a store did not answer a start in time, as a supervisor does. */
  static async startSupervised(settings: Settings, directory?: string): Promise<ServerProcess> {
    for (let more = 5; ; more -= 1) {
      try {
        return await ServerProcess.start(settings, directory);
      } catch (error) {
        if (more === 0 || !/\n(no answer from .*|.* does not answer)\n/.test(String(error))) throw error;
      }
    }
  }

  /** A start that has to fail; returns its exit code and output. */
  static async refusal(settings: Settings): Promise<{ code: number | null; text: string }> {
    const program = ServerProcess.spawn({ LOG_LEVEL: 'warn', SEED: 'none', PORT: '0', ...settings });
    const { code } = await program.ended;
    return { code, text: program.text };
  }

  private static spawn(settings: Settings): Program {
    return Program.start('backend/dist/programs/main.js', settings);
  }

  get anyone(): Api {
    return new Api(this.url);
  }

  get output(): string {
    return this.program.text;
  }

  get pid(): number | undefined {
    return this.program.pid;
  }

  admin(): Promise<Api> {
    return signIn(this.anyone, ADMIN.email, ADMIN.password);
  }

  async ready(withinMs = 60_000): Promise<void> {
    let said = 'nothing';
    try {
      await this.program.until('become ready', withinMs, async () => {
        const answer = await fetch(`${this.url}/readyz`).catch(() => undefined);
        said = (await answer?.text().catch(() => undefined)) ?? said;
        return answer?.status === 200 ? true : undefined;
      });
    } catch (error) {
      throw new Error(`${(error as Error).message}\n/readyz said last: ${said}`, { cause: error });
    }
  }

  kill(): Promise<void> {
    return this.program.kill();
  }

  /** Waits until it has ended by itself, and returns its output. */
  async crashed(): Promise<{ code: number | null; output: string }> {
    const { code } = await this.program.ended;
    return { code, output: this.output };
  }

  stop() {
    return this.program.terminate();
  }

  /** Restarts it on the same directory, port and settings. */
  async again(changes: Settings = {}): Promise<void> {
    this.program = ServerProcess.spawn({ ...this.settings, ...changes });
    await this.ready();
  }

  /** Restarts it until it is ready, as a supervisor does, while its stores come and go. */
  async supervised(withinMs = 60_000): Promise<void> {
    const limit = Date.now() + withinMs;
    for (;;) {
      this.program = ServerProcess.spawn(this.settings);
      try {
        await this.program.line(/^Supreme Access is ready\.$/, withinMs);
        return;
      } catch (error) {
        if (this.program.isRunning || Date.now() > limit) throw error;
      }
    }
  }

  /** Stops it and removes its directory. */
  async remove(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }
}
