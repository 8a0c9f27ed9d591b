import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result, RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';
import { ROOT } from './root.js';

/** what pages are handed; the one that is not minified is more than twice as long */
const AXE = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');

const WCAG_22_AA = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } satisfies RunOnly;
/** the same and what its rules ask for beside the standard: the order of headings, labels, heads of tables, regions */
export const WITH_BEST_PRACTICE: RunOnly = { type: 'tag', values: [...WCAG_22_AA.values, 'best-practice'] };
/** those of its rules that measure colours: https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md */
const COLOURS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

type Scheme = 'light' | 'dark';

/** What axe finds against WCAG 2.2 A and AA in light, and in dark the colours, which may differ there. The page stays in the other scheme. */
export async function violationsInBothSchemes(page: Page, runOnly: RunOnly = WCAG_22_AA): Promise<string[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const schemes: Scheme[] = isDark ? ['dark', 'light'] : ['light', 'dark'];
  const found: string[] = [];
  for (const scheme of schemes) found.push(...(await violationsIn(scheme, page, runOnly)));
  return found;
}

/** What axe finds in one of them on the page as it is shown now, one readable line per failing element: the colours alone in dark. */
export async function violationsIn(scheme: Scheme, page: Page, runOnly: RunOnly = WCAG_22_AA): Promise<string[]> {
  await page.emulateMedia({ colorScheme: scheme });
  await settled(page, scheme);
  const run = { runOnly: scheme === 'dark' ? COLOURS : runOnly, resultTypes: ['violations'] };
  const ask = `window.axe?.run(document, ${JSON.stringify(run)}).then(({ violations }) => violations)`;
  // evaluated by the debugger, not by the page: the Content-Security-Policy stays as it is
  const found: Result[] = (await page.evaluate(ask)) ?? (await page.evaluate(`${AXE};${ask}`));
  const where = `${scheme}: ${new URL(page.url()).pathname}`;
  return found.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, any, all, none }) => {
      const why = [...any, ...all, ...none].map(({ message }) => message).join('; ');
      return `${where} ${id} (${impact}) ${target.join(' ')}: ${why}`;
    }),
  );
}

/** Colours are measured once they stand still: what fades in has not the contrast it ends with. */
function settled(page: Page, scheme: Scheme): Promise<void> {
  return page.evaluate(async (wanted) => {
    const drawn = () => new Promise(requestAnimationFrame);
    // react-admin draws itself anew in the other theme, which may take a busy machine more than a frame
    while (!getComputedStyle(document.documentElement).colorScheme.includes(wanted)) await drawn();
    // what changes with the scheme begins to fade a frame later, when the page has been drawn anew
    await drawn();
    await drawn();
    const ends = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.all(ends.map(({ finished }) => finished.catch(() => undefined)));
  }, scheme);
}
