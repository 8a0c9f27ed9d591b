import { createRequire, register } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ModernFakeTimers } from '@jest/fake-timers';
import { Cost } from './cost.js';
import { current } from './globals.js';
import { compiled, isOurs } from './hooks.js';
import { jestObject } from './jest-object.js';
import { Leftovers } from './leftovers.js';
import { seedFor } from './seeded.js';

register('./hooks.js', import.meta.url);
const require = createRequire(import.meta.url);
const hooks = require('node:async_hooks');
const circus = require('jest-circus/runner').default;
const HANDLERS = Symbol.for('EVENT_HANDLERS');

/**
 * Jest's `testRunner`: runs a spec file by jest-circus in plain Node, so that modules stay loaded for the next files.
 * https://jestjs.io/docs/configuration#testrunner-string
 */
export default async function run(globalConfig, config, { isPage, global, moduleMocker }, stock, path, send) {
  // A file with another environment prints to that one's console.
  globalThis.console = global.console;
  seedFor(relative(config.rootDir, path));
  const leftovers = new Leftovers(config.testEnvironmentOptions.env);
  const page = await pageFor(isPage ?? 'document' in global, config.testEnvironmentOptions.isPage);
  const timers = new ModernFakeTimers({ config, global: globalThis });
  const { jest, left } = jestObject(moduleMocker, timers, page !== undefined);
  const cost = new Cost();
  // Stack traces need source maps.
  stock.getSourceMaps().get = (name) => mapOf(name.startsWith('file:') ? fileURLToPath(name) : name);
  delete globalThis[HANDLERS];
  const environment = {
    global: globalThis,
    handleTestEvent(event) {
      page?.handle(event);
      cost.handle(event);
    },
  };
  const runtime = {
    requireInternalModule: fresh,
    requireModule: require,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (file) => import(pathToFileURL(file).href),
    setGlobalsForRuntime: (globals) => Object.assign(current, globals, { jest }),
    enterTestCode() {},
    leaveTestCode() {},
  };
  const result = await circus(globalConfig, config, environment, runtime, path, send);
  for (const context of contexts.splice(0)) context.disable();
  const remains = left();
  await page?.close();
  remains.push(...(await leftovers.clear()));
  if (remains.length > 0) fail(result, `This file leaves behind: ${remains.join('; ')}`);
  return Object.assign(result, { cost: cost.total });
}

/** jsdom takes a second to load, so it is loaded where files have pages. */
async function pageFor(isPage, haveOthers) {
  if (!isPage && !haveOthers) return undefined;
  const { Page } = await import('./page.js');
  if (isPage) return Page.open();
  await Page.load();
  return undefined;
}

/** jest-circus keeps its state per file. */
function fresh(path) {
  delete require.cache[path];
  const original = Object.getOwnPropertyDescriptor(hooks, 'AsyncLocalStorage');
  const value = class extends hooks.AsyncLocalStorage {
    #_ = contexts.push(this);
  };
  // From Node 22 on it is a getter.
  Object.defineProperty(hooks, 'AsyncLocalStorage', { value, configurable: true });
  try {
    return require(path);
  } finally {
    Object.defineProperty(hooks, 'AsyncLocalStorage', original);
  }
}

/** jest-circus makes one a file and keeps it on; Node 20 would copy each of them for every promise of later files. */
const contexts = [];

function mapOf(path) {
  return isOurs(path) ? `${compiled(path)}.map` : undefined;
}

function fail(result, message) {
  result.testExecError ??= { message, stack: '' };
  result.failureMessage = [result.failureMessage, `  \u25cf ${message}`].filter(Boolean).join('\n\n');
}
