import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/root.js';

const at = (file: string) => join(ROOT, 'test/runner', file);
const COUNTED =
  "export const times = { loaded: 0 }; times.loaded += 1; globalThis['loads'] = (globalThis['loads'] ?? 0) + 1;";
const CONTEXTS = `import { AsyncLocalStorage } from 'node:async_hooks';
export const seen = { files: 0, ended: 0 };
const { disable } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.disable = function () { seen.ended += 1; disable.call(this); };`;
const CONTEXT = `import { seen } from './contexts.js';
it('finds the contexts of earlier files ended', () => expect(seen.ended).toBeGreaterThanOrEqual(seen.files++));`;
const FILES: Record<string, string> = {
  'counted.ts': COUNTED,
  'contexts.ts': CONTEXTS,
  'context-1.spec.ts': CONTEXT,
  'context-2.spec.ts': CONTEXT,
  'a.spec.ts': `import './counted.js';
import { jest } from '@jest/globals';
describe('a file', () => {
  it.each([1, 2])('goes through a table: %s', (n) => expect(n).toBeGreaterThan(0));
  it('fails at its line', () => {
    const found: number = 1;
    expect(found).toBe(2);
  });
  it('is given up', () => new Promise(() => {}), 20);
  it('has an unhandled rejection', async () => {
    void Promise.reject(new Error('unhandled'));
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
  it.skip('is left out', () => {});
  it('fakes what the file before faked', () => {
    jest.useFakeTimers({ now: 7 });
    expect(Date.now()).toBe(7);
    jest.useRealTimers();
  });
});`,
  'b.spec.ts': `import './counted.js';
it('finds modules that are kept', () => expect(globalThis['loads']).toBe(1));`,
  'focus.spec.ts': "it.only('is looked at alone', () => {}); it('is not', () => { throw new Error('run'); });",
  'spy.spec.ts': "import { jest } from '@jest/globals'; it('spies', () => void jest.spyOn(Math, 'random'));",
  'clock.spec.ts': "import { jest } from '@jest/globals'; it('fakes', () => void jest.useFakeTimers());",
  'timer.spec.ts': "it('waits for nothing', () => void (globalThis['left'] = setInterval(() => {}, 1_000)));",
  'variable.spec.ts': "it('sets a variable', () => void (process.env.LEFT = 'yes'));",
  'directory.spec.ts': `import { mkdtempSync } from 'node:fs'; import { tmpdir } from 'node:os'; import { join } from 'node:path';
it('makes a directory', () => void mkdtempSync(join(tmpdir(), 'left-')));`,
  'ids.spec.ts': `import { randomUUID } from 'node:crypto';
it('makes the same ids in each run', () => expect(randomUUID()).toBe('59a09105-7977-491a-8f18-94d66dc0a9de'));`,
  'dear.spec.ts':
    "it('is dear', () => { for (const from = process.cpuUsage(); process.cpuUsage(from).user < 300_000; ); });",
};

interface Result {
  name: string;
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
}

describe('the runner', () => {
  let results: Result[];
  let text: string;
  beforeAll(() => {
    const directory = mkdtempSync(join(tmpdir(), 'runner-'));
    for (const [name, source] of Object.entries(FILES)) writeFileSync(join(directory, name), source);
    const config = {
      rootDir: directory,
      testRegex: '\\.spec\\.ts$',
      extensionsToTreatAsEsm: ['.ts'],
      testRunner: at('framework.js'),
      testEnvironment: at('environment.js'),
      transform: {},
      reporters: [[at('budget.js'), { budget: { all: 1_000, file: 1_000, case: 0.01 } }]],
    };
    const output = join(directory, 'results.json');
    mkdirSync(join(directory, 'tmp'));
    const args = ['--config', JSON.stringify(config), '--runInBand', '--forceExit', '--json', '--outputFile', output];
    const env = { ...process.env, TMPDIR: join(directory, 'tmp'), NODE_OPTIONS: '', SPEC_SEED: '1' };
    const run = spawnSync(process.execPath, [join(ROOT, 'node_modules/jest/bin/jest.js'), ...args], { env, cwd: ROOT });
    text = `${run.stdout}${run.stderr}`;
    results = JSON.parse(readFileSync(output, 'utf8')).testResults;
    rmSync(directory, { recursive: true });
  });
  const file = (name: string) => results.find((one) => one.name.endsWith(`/${name}.spec.ts`));
  const status = (name: string) =>
    Object.fromEntries(file(name)?.assertionResults.map((one) => [one.fullName, one.status]) ?? []);

  it('reports the result of each case', () => {
    expect(status('a')).toEqual({
      'a file goes through a table: 1': 'passed',
      'a file goes through a table: 2': 'passed',
      'a file fails at its line': 'failed',
      'a file is given up': 'failed',
      'a file has an unhandled rejection': 'failed',
      'a file is left out': 'pending',
      'a file fakes what the file before faked': 'passed',
    });
  });

  it('names the line of the source', () => {
    expect(file('a')?.message).toMatch(/a\.spec\.ts:7:19/);
    expect(file('a')?.message).toContain('Exceeded timeout of 20 ms');
    expect(file('a')?.message).toContain('unhandled');
  });

  it('keeps modules for the next files', () => {
    expect(status('b')).toEqual({ 'finds modules that are kept': 'passed' });
  });

  it("ends jest-circus's context of a file with it", () => {
    const ended = { 'finds the contexts of earlier files ended': 'passed' };
    expect([status('context-1'), status('context-2')]).toEqual([ended, ended]);
  });

  it('makes the same ids in each run, by the seed and the file', () => {
    expect(status('ids')).toEqual({ 'makes the same ids in each run': 'passed' });
  });

  it('runs focused cases only', () => {
    expect(status('focus')).toEqual({ 'is looked at alone': 'passed', 'is not': 'pending' });
  });

  it.each([
    ['spy', 'a spy on random'],
    ['clock', 'fake timers'],
    ['timer', '1 of Timeout'],
    ['variable', 'the environment variable LEFT'],
    ['directory', /files in the temporary directory: left-/],
  ])('fails a file that leaves something behind: %s', (name, what) => {
    expect(file(name)?.message).toMatch(/This file leaves behind/);
    expect(file(name)?.message).toMatch(what);
  });

  it('fails a case beyond its budget of processor time', () => {
    expect(text).toMatch(/Over its budget: .*dear\.spec\.ts, "is dear": \d\.\d of 0\.01 units/);
  });
});
