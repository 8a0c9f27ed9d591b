import { createRequire } from 'node:module';
import { setImmediate as turn } from 'node:timers/promises';
import { JSDOM, VirtualConsole } from 'jsdom';
import { lookAsBritish } from '../viewer.js';

const require = createRequire(import.meta.url);
/** jsdom's elements need their own versions of these. */
const OF_THE_PAGE = new Set(
  `AbortController AbortSignal Blob CustomEvent DOMException Event EventTarget File FormData Headers MessageEvent Storage
  URL URLSearchParams WebSocket localStorage navigator sessionStorage`.split(/\s+/),
);
/** These are the process's globals, so that timers, spies and globals are the same under either name. */
const ITSELF = ['window', 'self', 'parent', 'top', 'frames', 'global'];

/** react-query looks for a window when it is loaded, and the others load it. */
const ASK_FOR_A_PAGE = ['@tanstack/react-query', 'react-router-dom', 'react-admin'];

const TIMERS = { setTimeout: 'clearTimeout', setInterval: 'clearInterval' };

/** ms */
const FRAME = 16;

let kept;
let hasLoaded = false;
// These projects have specs without a page.
lookAsBritish(globalThis);

/** jsdom's globals for spec files: one page per process, emptied after each case. */
export class Page {
  #before = Object.getOwnPropertyDescriptors(globalThis);
  #put = new Set();
  #ends = [];

  /** Loads the packages that look for a window before a file without a page does: a page before it may not have needed them. */
  static async load() {
    if (hasLoaded) return;
    hasLoaded = true;
    const page = await Page.open();
    for (const library of ASK_FOR_A_PAGE) await import(library);
    await page.close();
  }

  static async open() {
    kept ??= openWindow();
    const page = new Page();
    for (const name of Object.keys(TIMERS)) page.#define(name, { value: page.#stopped(name), writable: true });
    for (const name of ITSELF) page.#define(name, { value: globalThis, writable: true });
    for (let from = kept; from !== Object.prototype; from = Object.getPrototypeOf(from)) page.#putAll(from);
    globalThis.IS_REACT_ACT_ENVIRONMENT = true;
    // The module keeps the body: https://testing-library.com/docs/queries/about#screen
    page.unmount = testingLibrary().cleanup;
    page.styles = await emotionCache();
    return page;
  }

  /** A page's timers end with it. */
  #stopped(name) {
    const [begin, clear] = [globalThis[name], globalThis[TIMERS[name]]];
    return (...args) => {
      const timer = begin(...args);
      this.#ends.push(() => clear(timer));
      return timer;
    };
  }

  #putAll(from) {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(from))) {
      const isNodes = name in globalThis && !OF_THE_PAGE.has(name);
      if (name !== 'constructor' && !isNodes && !this.#put.has(name)) this.#define(name, ofWindow(property));
    }
  }

  #define(name, property) {
    this.#put.add(name);
    Object.defineProperty(globalThis, name, { ...property, configurable: true, enumerable: true });
  }

  /** `name`: an event of jest-circus */
  handle({ name }) {
    if (name === 'test_fn_success' || name === 'test_fn_failure') this.empty();
  }

  empty() {
    this.unmount();
    kept.sessionStorage.clear();
  }

  async close() {
    this.unmount();
    // React continues in the background: https://nodejs.org/api/timers.html#setimmediatecallback-args
    for (let turns = 0; turns < 5; turns += 1) await turn();
    for (const end of this.#ends) end();
    this.styles.sheet.flush();
    Object.assign(this.styles, { inserted: {}, registered: {} });
    empty(kept.document);
    kept.localStorage.clear();
    kept.sessionStorage.clear();
    kept.history.replaceState(null, '', 'http://localhost/');
    for (const name of Object.getOwnPropertyNames(globalThis)) if (!(name in this.#before)) delete globalThis[name];
    Object.defineProperties(globalThis, this.#before);
  }
}

/** Its automatic cleanup would serve the first file only, because its module stays loaded; files that stock Jest runs here use it. */
function testingLibrary() {
  process.env.RTL_SKIP_AUTO_CLEANUP = 'true';
  const library = require('@testing-library/react');
  delete process.env.RTL_SKIP_AUTO_CLEANUP;
  return library;
}

function openWindow() {
  const virtualConsole = new VirtualConsole().on('jsdomError', (error) => console.error(error));
  const { window } = new JSDOM('<!DOCTYPE html>', {
    pretendToBeVisual: true,
    url: 'http://localhost/',
    virtualConsole,
  });
  // jsdom drives all frames by one interval, which never restarts once it was cleared or faked.
  window.requestAnimationFrame = (paint) => globalThis.setTimeout(() => paint(performance.now()), FRAME);
  window.cancelAnimationFrame = (frame) => globalThis.clearTimeout(frame);
  lookAsBritish(window);
  return window;
}

/** Functions of the window need it as `this`. */
function ofWindow({ value, get, set, writable }) {
  if (get || set) return { get: get?.bind(kept), set: set?.bind(kept) };
  const isMethod = typeof value === 'function' && /^[a-z]/.test(value.name);
  return { value: isMethod ? value.bind(kept) : value, writable };
}

function empty({ documentElement, head, body }) {
  for (const element of [head, body]) element.replaceChildren();
  for (const element of [documentElement, head, body]) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  }
}

/** Material UI's styles vanish with the head, so their cache is needed: https://emotion.sh/docs/@emotion/cache */
async function emotionCache() {
  const [{ createElement }, { render }, { __unsafe_useEmotionCache }] = [
    'react',
    '@testing-library/react',
    '@emotion/react',
  ].map(require);
  let cache;
  const Look = () => {
    cache = __unsafe_useEmotionCache();
    return null;
  };
  render(createElement(Look)).unmount();
  keepWhatDecides(cache.sheet.constructor.prototype);
  return cache;
}

/** The styles that decide visibility, pressing and accessible names, and those that specs check. */
const KEPT = 'display|visibility|pointer-events|width|background-color';
const OTHERS = new RegExp(`(?<=[{;])(?!(?:${KEPT}):)[\\w-]+:[^;{}]*;`, 'g');

/** jsdom matches each rule with each queried element, which took half of these specs' time, and supports media queries of screens only. */
function keepWhatDecides(sheet) {
  if (sheet.insertAll) return;
  sheet.insertAll = sheet.insert;
  sheet.insert = function (rule) {
    const short = rule.replace(OTHERS, '');
    if (!rule.startsWith('@') && !short.endsWith('{}')) this.insertAll(short);
  };
}
