import { register } from 'node:module';

/** The second thread of a server in a spec, from its sources. */
register('./hooks.js', import.meta.url);
await import('../../backend/src/server/follower.ts');
