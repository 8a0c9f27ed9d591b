import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeEvents } from './describe-events.js';

/** `npm run docs:events`: writes docs/events.md anew. */
const root = resolve(import.meta.dirname, '../../..');
const file = join(root, 'docs/events.md');
writeFileSync(file, describeEvents(root));
process.stdout.write(`wrote ${file}\n`);
