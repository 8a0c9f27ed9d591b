import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The oldest engines that both applications are built for and tested against, by Vite's names. */
export const TARGET = ['chrome111', 'edge111', 'firefox115', 'safari16.4', 'ios16.4'];
export const TARGET_NAMES = 'Chrome or Edge 111, Firefox 115, or Safari 16.4';

/**
 * Functions that an engine of the target lacks, as a bundle calls them (https://developer.mozilla.org/docs/Web, read
 * 2026): the build lowers syntax, not functions. Code that tests for such a function may call it by another name.
 */
const NEWER = [
  /\b(?:Object|Map)\.groupBy\(/,
  /\bPromise\.(?:withResolvers|try)\(/,
  /\bArray\.fromAsync\(/,
  /\.(?:isWellFormed|toWellFormed)\(/,
  /\bURL\.(?:canParse|parse)\(/,
  /\bAbortSignal\.any\(/,
  /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
  /\bnew Set\([^()]*\)\.(?:union|intersection|difference)\(/,
  /\.(?:values|keys|entries)\(\)\.(?:map|filter|flatMap|some|every|find|reduce|take|drop|toArray|forEach)\(/,
  /\bIterator\.(?:from|prototype)\b/,
  /\bRegExp\.escape\(/,
  /\.(?:showPopover|hidePopover|togglePopover)\(/,
  /\bMath\.sumPrecise\(/,
  /\bError\.isError\(/,
];

export function newerIn(code: string): string[] {
  return NEWER.flatMap((call) => call.exec(code)?.[0] ?? []);
}

export function earlyScript(): string {
  return readFileSync(new URL('early.js', import.meta.url), 'utf8').replace('__TARGET__', TARGET_NAMES);
}

/**
 * Builds for the target, fails where the bundle calls a function that it lacks, and shows older engines a page that
 * says so.
 */
export function engines(): Plugin {
  const source = earlyScript();
  const fileName = `assets/early-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;
  let base = '/';
  return {
    name: 'engines',
    config: () => ({ build: { target: TARGET } }),
    configResolved(config) {
      base = config.base;
    },
    configureServer({ middlewares }) {
      middlewares.use(`${base}${fileName}`, (_, answer) => {
        answer.setHeader('content-type', 'text/javascript');
        answer.end(source);
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: `${base}${fileName}` }, injectTo: 'head-prepend' }],
    },
    generateBundle(_, bundle) {
      this.emitFile({ type: 'asset', fileName, source });
      for (const output of Object.values(bundle)) {
        const newer = output.type === 'chunk' ? newerIn(output.code) : [];
        if (newer.length > 0) this.error(`${output.fileName} calls ${newer.join(' ')}, which ${TARGET_NAMES} lack.`);
      }
    },
  };
}
