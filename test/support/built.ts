import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './root.js';

/**
 * A module of the server as it was built, for tools: one copy of the code, beside the packages it needs.
 * `const { Streams } = await built<typeof import('../../backend/src/platform/streams.js')>('platform/streams.js')`
 */
export function built<Module>(path: string): Promise<Module> {
  return import(pathToFileURL(join(ROOT, 'backend/dist/src', path)).href) as Promise<Module>;
}
