import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeEvents } from './describe-events.js';

const root = resolve(import.meta.dirname, '../../..');
const file = join(root, 'docs/events.md');
writeFileSync(file, describeEvents(root));
process.stdout.write(`wrote ${file}\n`);
