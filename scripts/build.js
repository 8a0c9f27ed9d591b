import { build, checkNode, PURPOSES } from './prepare.js';
import { answerHelp } from './usage.js';

/**
 * Builds what has changed of what is served; `npm run build tools simulation` builds what those need. It needs installed
 * packages.
 */
const USAGE = `usage: npm run build [-- tools simulation]
Builds what has changed of the server, the storefront and the admin, or what those tools need.`;
answerHelp(USAGE, PURPOSES);
checkNode();
const purposes = process.argv.slice(2);
await build(...(purposes.length > 0 ? purposes : ['pages']));
console.log('> everything is built');
