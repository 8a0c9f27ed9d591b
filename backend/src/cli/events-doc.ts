import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BACKEND } from '../config/config.js';
import { describeEvents } from './describe-events.js';
import { envExample, withSettings } from './describe-settings.js';

const root = dirname(BACKEND);
write('docs/events.md', describeEvents(root));
write('.env.example', envExample());
write('docs/operations.md', withSettings(readFileSync(join(root, 'docs/operations.md'), 'utf8')));

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text);
  process.stdout.write(`wrote ${join(root, path)}\n`);
}
