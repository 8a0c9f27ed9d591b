import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { transformFile } from '@swc/core';

const platform = import.meta.dirname;

/** Programs of their own that run this folder's sources, compiled beside links to the packages: no build has to come first. */
export class Children {
  readonly #running = new Set<ChildProcess>();

  private constructor(
    readonly directory: string,
    private readonly compiled: string,
  ) {}

  /** @param folders of the platform, '.' is the platform itself */
  static async compile(folders: readonly string[]): Promise<Children> {
    const directory = await mkdtemp(join(tmpdir(), 'children-'));
    const compiled = join(directory, 'backend', 'platform');
    await mkdir(compiled, { recursive: true });
    await writeFile(join(directory, 'package.json'), '{"type":"module"}');
    await symlink(join(platform, '../../../node_modules'), join(directory, 'node_modules'), 'dir');
    await symlink(join(platform, '../../node_modules'), join(directory, 'backend', 'node_modules'), 'dir');
    for (const folder of folders) {
      const names = (await readdir(join(platform, folder))).filter((name) => /^[\w-]+\.ts$/.test(name));
      await Promise.all(names.map((name) => compile(join(folder, name), compiled)));
    }
    return new Children(directory, compiled);
  }

  start(script: string, args: readonly string[], limit?: number): Child {
    const node = [process.execPath, '--input-type=module', '--eval', script, ...args];
    const command = limit === undefined ? node : ['sh', '-c', `ulimit -f ${limit}; exec "$@"`, 'sh', ...node];
    const [program = '', ...rest] = command;
    const child = spawn(program, rest, { cwd: this.compiled, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    return new Child(child);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running].map((child) => kill(child)));
    await rm(this.directory, { recursive: true });
  }
}

class Child {
  readonly lines: string[] = [];
  readonly ended: Promise<unknown>;
  errors = '';

  constructor(private readonly child: ChildProcess) {
    this.ended = once(child, 'close');
    if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => this.lines.push(line));
    child.stderr?.on('data', (text) => {
      this.errors += text;
    });
  }

  async printed(count: number): Promise<void> {
    while (this.lines.length < count) {
      if (this.child.exitCode !== null || this.child.stdout === null) throw new Error(`it ended: ${this.errors}`);
      await Promise.race([once(this.child.stdout, 'data'), this.ended]);
      await new Promise(setImmediate);
    }
  }

  async kill(): Promise<void> {
    await kill(this.child);
    await this.ended;
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function compile(name: string, into: string): Promise<void> {
  const jsc = { target: 'es2022', parser: { syntax: 'typescript', decorators: true } } as const;
  const { code } = await transformFile(join(platform, name), { jsc, module: { type: 'es6' }, swcrc: false });
  const file = join(into, name.replace(/\.ts$/, '.js'));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, code);
}
