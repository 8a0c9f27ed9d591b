import { build, checkNode } from './prepare.js';

/**
 * `npm run build`: what has changed of that which is served; `npm run build tools drill` builds what those need. Packages have to be
 * there.
 */
checkNode();
const purposes = process.argv.slice(2);
await build(...(purposes.length > 0 ? purposes : ['pages']));
console.log('> all is built');
