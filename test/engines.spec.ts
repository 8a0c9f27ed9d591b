import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { earlyScript, newerIn, TARGET, TARGET_NAMES } from '../scripts/engines.js';
import { ROOT } from './support/root.js';

type Words = [tag: string, text: string][];

/** The globals that the early script reads; `lacks` runs in them first. */
function meet(lacks = '', storage: object = { getItem: () => null }) {
  const said: Words = [];
  let stopped = 0;
  const document = {
    createElement: (tag: string) => ({ appendChild: (text: string) => void said.push([tag, text]) }),
    createTextNode: (text: string) => text,
    documentElement: { innerHTML: '' },
    body: { style: {}, appendChild: () => undefined },
  };
  const window = {
    CSS: { supports: () => true },
    stop: () => {
      stopped += 1;
    },
    sessionStorage: { getItem: () => null },
  };
  Object.defineProperty(window, 'localStorage', storage);
  runInNewContext(`${lacks};${earlyScript()}`, { window, document });
  return { said, stopped, window: window as typeof window & { localStorage: Storage } };
}

const DENIED = {
  configurable: true,
  get() {
    throw new DOMException('denied', 'SecurityError');
  },
};
const KEPT = { configurable: true, value: { getItem: () => 'kept' } };

describe('the script before the bundle', () => {
  it('shows nothing in an engine of the target, and does not touch its storage', () => {
    const { said, stopped, window } = meet('', KEPT);
    expect([said, stopped, window.localStorage.getItem('user')]).toEqual([[], 0, 'kept']);
  });

  it.each([
    'delete Array.prototype.toSorted',
    'window.CSS.supports = function () { return false; }',
    'window.CSS = undefined',
    'RegExp = function () { throw new SyntaxError("invalid group"); }',
  ])('names the target where the engine is older (%s), and the bundle is not read', (lacks) => {
    const { said, stopped } = meet(lacks, KEPT);
    expect(said).toEqual([
      ['h1', 'Your browser is too old for this page.'],
      ['p', expect.stringContaining(`needs ${TARGET_NAMES}, or newer.`)],
    ]);
    expect(stopped).toBe(1);
  });

  it('replaces a denied storage by memory', () => {
    const { localStorage } = meet('', DENIED).window;
    localStorage.setItem('user', 'ada');
    expect([localStorage.getItem('user'), localStorage.length, localStorage.key(0)]).toEqual(['ada', 1, 'user']);
    localStorage.removeItem('user');
    expect([localStorage.getItem('user'), localStorage.getItem('toString')]).toEqual([null, null]);
  });

  it('has no syntax after ES5', () => {
    const code = earlyScript().replace(/\/\*[\s\S]*?\*\/|'[^'\n]*'/g, '0');
    expect(code).not.toMatch(/=>|`|\b(?:let|const|class)\b|\?\.|\?\?|\.\.\.|,\s*\)/);
  });
});

describe('a bundle', () => {
  it.each([
    'Object.groupBy(a,b)',
    'await Promise.withResolvers()',
    'e.values().map(f)',
    'new Set(a).union(b)',
    'AbortSignal.any([a])',
    'URL.canParse(u)',
  ])('may not call %s', (code) => {
    expect(newerIn(`x=1;${code};y=2`)).toHaveLength(1);
  });

  it('may call what the target supports', () => {
    expect(
      newerIn('[...m.values()].map(f);a.toSorted();a.findLast(f);schema.union([a]);AbortSignal.timeout(1)'),
    ).toEqual([]);
  });
});

it('is built for the documented target', () => {
  for (const file of ['README.md', 'docs/operations.md']) {
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(TARGET_NAMES);
  }
  const versions = TARGET.map((engine) => /[\d.]+$/.exec(engine)?.[0]);
  expect(versions.filter((version) => !TARGET_NAMES.includes(version ?? '?'))).toEqual([]);
});
