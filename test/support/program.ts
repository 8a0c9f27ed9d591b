import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from './root.js';

export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A program as a process of its own, with these settings and nothing else of our environment. */
export class Program {
  /** its output by lines, errors included */
  readonly lines: string[] = [];
  readonly ended: Promise<Ending>;
  private ending: Ending | undefined;

  private constructor(
    private readonly name: string,
    private readonly child: ChildProcess,
  ) {
    this.ended = once(child, 'exit').then(([code, signal]) => {
      this.ending = { code, signal };
      return this.ending;
    });
    for (const output of [child.stdout, child.stderr]) {
      if (output) createInterface({ input: output }).on('line', (line) => this.lines.push(line));
    }
  }

  /** @param script below the repository's root */
  static start(script: string, settings: Readonly<Record<string, string>>, args: readonly string[] = []): Program {
    return Program.run(process.execPath, [join(ROOT, script), ...args], settings, script);
  }

  /** Runs a command line in the repository's root, or in `cwd`. */
  static run(
    command: string,
    args: string[],
    settings: Readonly<Record<string, string>>,
    name = command,
    cwd = ROOT,
  ): Program {
    const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...settings };
    return new Program(name, spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get isRunning(): boolean {
    return this.ending === undefined;
  }

  get text(): string {
    return this.lines.join('\n');
  }

  /** The first line of output that matches. @throws with the output, when the program ends before or takes longer than `withinMs` */
  async line(pattern: RegExp, withinMs = 60_000): Promise<RegExpExecArray> {
    return this.until(`print ${pattern}`, withinMs, async () => {
      for (const line of this.lines) {
        const found = pattern.exec(line);
        if (found) return found;
      }
      return undefined;
    });
  }

  /** Polls until there is a result. @throws with the program's output, when it ends before or takes too long */
  async until<T>(what: string, withinMs: number, ask: () => Promise<T | undefined>): Promise<T> {
    const began = Date.now();
    for (;;) {
      const found = await ask();
      if (found !== undefined) return found;
      if (this.ending)
        throw new Error(`${this.name} ended (${this.ending.code}) before it could ${what}:\n${this.text}`);
      const waited = Date.now() - began;
      if (waited > withinMs) throw new Error(`${this.name} did not ${what} within ${withinMs} ms:\n${this.text}`);
      await pause(Math.min(50, 10 + waited / 20));
    }
  }

  /** SIGKILL */
  async kill(): Promise<void> {
    if (!this.ending) this.child.kill('SIGKILL');
    await this.ended;
  }

  /** Signals the program without its children; returns its ending and duration. */
  async terminate(): Promise<Ending & { ms: number }> {
    const signalledAt = Date.now();
    if (!this.ending) this.child.kill('SIGTERM');
    return { ...(await this.ended), ms: Date.now() - signalledAt };
  }
}
