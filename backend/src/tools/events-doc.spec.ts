import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeEvents } from './describe-events.js';

const ROOT = resolve(import.meta.dirname, '../../..');

describe('docs/events.md', () => {
  it('tells what the unions say (else run npm run docs:events)', () => {
    expect(readFileSync(join(ROOT, 'docs/events.md'), 'utf8')).toBe(describeEvents(ROOT));
  });
});
