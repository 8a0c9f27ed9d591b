import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BACKEND } from '../platform/backend-folder.js';
import { describeEvents } from './describe-events.js';

const root = dirname(BACKEND);
const file = join(root, 'docs/events.md');
writeFileSync(file, describeEvents(root));
process.stdout.write(`wrote ${file}\n`);
