import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { bytesOnTheWire } from './precompress';

/** The bytes of JavaScript, compressed by brotli, that the entry and a page may take with their static imports. */
export interface Budget {
  /** The end of the page's path, as `/pages/shop.tsx`. */
  page: string;
  limit: number;
}

/** Fails the build when the first load of a page exceeds its budget, and prints its size otherwise. */
export function firstLoadBudget(...budgets: Budget[]): Plugin {
  return {
    name: 'first-load-budget',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = '' }, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const entry = chunks.find(({ isEntry }) => isEntry);
        for (const { page, limit } of budgets) {
          const own = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(page));
          if (!own || !entry) return this.error(`${page} has no chunk of its own, so its first load is unknown.`);
          const files = withImports([entry, own], bundle).map(({ fileName }) => join(dir, fileName));
          const size = files.reduce((sum, file) => sum + bytesOnTheWire(file), 0);
          const text = `First load of ${page}: ${(size / 1000).toFixed(1)} of ${limit / 1000} kB of JavaScript, as sent.`;
          if (size > limit) this.error(text);
          else this.info(text);
        }
      },
    },
  };
}

/** The chunks and their static imports. */
function withImports(chunks: Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const found = new Set(chunks);
  for (const { imports } of found) {
    for (const name of imports) {
      const chunk = bundle[name];
      if (chunk?.type === 'chunk') found.add(chunk);
    }
  }
  return [...found];
}
