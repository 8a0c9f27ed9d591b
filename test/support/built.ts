import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './root.js';

/**
 * A module of the built server, so that tools share one copy of the code: `built<typeof
 * import('../../backend/src/event-sourcing/streams.js')>('event-sourcing/streams.js')`
 */
export function built<Module>(path: string): Promise<Module> {
  return import(pathToFileURL(join(ROOT, 'backend/dist/src', path)).href) as Promise<Module>;
}
