import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EVENT_SUMMARIES, STREAM_KINDS } from '@supreme-access/contract/event-names.js';
import { PROJECTIONS } from '../server/projections.js';
import { isOurStream } from '../stores/event-log/stream-integrity.js';
import { describeEvents } from './describe-events.js';
import { envExample, withSettings } from './describe-settings.js';

const ROOT = resolve(import.meta.dirname, '../../..');

describe('docs/events.md', () => {
  it('says what the unions say (else run npm run docs:events)', () => {
    expect(readFileSync(join(ROOT, 'docs/events.md'), 'utf8')).toBe(describeEvents(ROOT));
  });

  it('names no event and no stream that people could not read as a sentence', () => {
    const text = readFileSync(join(ROOT, 'docs/events.md'), 'utf8');
    const listed = (heads: RegExp) => [...new Set([...text.matchAll(heads)].map(([, name = '']) => name))].toSorted();
    expect(listed(/^### (\w+)/gm)).toEqual(Object.keys(EVENT_SUMMARIES).toSorted());
    expect(listed(/^## ([a-z]+)-/gm)).toEqual(Object.keys(STREAM_KINDS).toSorted());
  });

  it('names streams that are known to be ours', () => {
    const names = [...readFileSync(join(ROOT, 'docs/events.md'), 'utf8').matchAll(/^## (.*)$/gm)].map(
      ([, name = '']) => name,
    );
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !isOurStream(name))).toEqual([]);
  });

  it('names every stream that a read model is folded from', () => {
    const folded = new Set(PROJECTIONS.flatMap(({ categories }) => categories));
    expect([...folded].filter((category) => !Object.hasOwn(STREAM_KINDS, category))).toEqual([]);
  });
});

describe('the settings in .env.example and docs/operations.md', () => {
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

  it('are those of the table (else run npm run docs:events)', () => {
    expect(read('.env.example')).toBe(envExample());
    expect(read('docs/operations.md')).toBe(withSettings(read('docs/operations.md')));
    expect(() => withSettings('no marks')).toThrow('no marks of settings');
  });
});
