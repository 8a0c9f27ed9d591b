import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const KINDS = ['Timeout', 'TCPServerWrap', 'PipeServerWrap', 'UDPWrap', 'ProcessWrap', 'FSEventWrap'];
/** ms that closed resources may take to disappear */
const PATIENCE = 2_000;
/** Native libraries set these as they load. */
const OF_LIBRARIES = ['VIPSHOME'];
/** Jest sets these for each file. */
const OF_JEST = new Set(
  'afterAll afterEach beforeAll beforeEach console describe expect fdescribe fit it test xdescribe xit xtest'.split(
    ' ',
  ),
);
/** bytes of free memory, below which specs use the disk */
const ROOM = 4 * 2 ** 30;
const temporary = process.env.TMPDIR ?? inMemory('/dev/shm') ?? tmpdir();

/** Fails a spec file that leaves something behind in its process. */
export class Leftovers {
  #environment = { ...process.env };
  #directory = process.cwd();
  #active = active();
  #globals = Object.getOwnPropertyDescriptors(globalThis);
  #files = mkdtempSync(join(temporary, 'spec-'));
  #given;

  /** `variables`: environment variables of the file */
  constructor(variables = {}) {
    // os.tmpdir() reads TMPDIR at each call.
    this.#given = { ...this.#environment, ...variables, TMPDIR: this.#files };
    Object.assign(process.env, this.#given);
  }

  /** Restores what it can. Resolves with a sentence for each leftover. */
  async clear() {
    const left = [];
    if (process.cwd() !== this.#directory) left.push('another working directory');
    process.chdir(this.#directory);
    left.push(...this.#changed().map((name) => `the environment variable ${name}`));
    for (const name of Object.keys(process.env)) if (!(name in this.#environment)) delete process.env[name];
    Object.assign(process.env, this.#environment);
    left.push(...this.#replaced().map((name) => `another ${name}`));
    const files = readdirSync(this.#files);
    if (files.length > 0) left.push(`files in the temporary directory: ${files.join(', ')}`);
    rmSync(this.#files, { recursive: true, force: true });
    return [...left, ...(await this.#stillActive())];
  }

  #changed() {
    const names = new Set([...Object.keys(this.#given), ...Object.keys(process.env)]);
    return [...names].filter((name) => !OF_LIBRARIES.includes(name) && process.env[name] !== this.#given[name]);
  }

  #replaced() {
    const replaced = Object.keys(this.#globals).filter((name) => {
      const now = Object.getOwnPropertyDescriptor(globalThis, name);
      return (
        !OF_JEST.has(name) &&
        this.#globals[name].value !== undefined &&
        !Object.is(now?.value, this.#globals[name].value)
      );
    });
    for (const name of replaced) Object.defineProperty(globalThis, name, this.#globals[name]);
    return replaced;
  }

  async #stillActive() {
    const more = () => [...active()].filter(([kind, count]) => count > (this.#active.get(kind) ?? 0));
    for (const until = Date.now() + PATIENCE; more().length > 0 && Date.now() < until; ) await wait(10);
    return more().map(([kind, count]) => `${count - (this.#active.get(kind) ?? 0)} of ${kind}`);
  }
}

/** Temporary files need no disk, whose writes slow everything down. Linux has this directory, containers a small one. */
function inMemory(directory) {
  try {
    accessSync(directory, constants.W_OK);
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize >= ROOM ? directory : undefined;
  } catch {
    return undefined;
  }
}

function active() {
  const counts = new Map(KINDS.map((kind) => [kind, 0]));
  for (const kind of process.getActiveResourcesInfo()) if (counts.has(kind)) counts.set(kind, counts.get(kind) + 1);
  return counts;
}
