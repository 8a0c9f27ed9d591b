import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { newerIn, TARGET } from './engines';

const PAGE = new URL('../verifiers/page/', import.meta.url);
const NAME = 'verifier.html';
/** bytes */
const MOST = 150_000;

/** A plugin for Vite that writes the verifier as one file, which opens without a server. */
export function verifierPage(): Plugin {
  return {
    name: 'verifier-page',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: NAME, source: await written() });
    },
  };
}

async function written(): Promise<string> {
  const script = (await bundled('page.mjs')).replaceAll('</script', '<\\/script');
  const newer = newerIn(script);
  if (newer.length > 0) throw new Error(`${NAME} calls what a browser of the target lacks: ${newer.join(', ')}`);
  const style = readFileSync(new URL('page.css', PAGE), 'utf8');
  const sources = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ];
  const parts = {
    __POLICY__: sources.join('; '),
    '<!--STYLE-->': `<style>${style}</style>`,
    '<!--SCRIPT-->': `<script>${script}</script>`,
  };
  const page = Object.entries(parts).reduce(
    (html, [name, text]) => html.replace(name, () => text),
    readFileSync(new URL('index.html', PAGE), 'utf8'),
  );
  if (Buffer.byteLength(page) > MOST) throw new Error(`${NAME} is larger than ${MOST} bytes`);
  return page;
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

async function bundled(entry: string): Promise<string> {
  const lib = { entry: fileURLToPath(new URL(entry, PAGE)), formats: ['iife' as const], name: 'verifier' };
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { lib, write: false, target: TARGET, minify: true },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error(`${NAME} was not built`);
  return chunk.code.trim();
}
