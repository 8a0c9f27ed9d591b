import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeResults, RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';
import { ROOT } from './root.js';

/** what pages are handed; the one that is not minified is more than twice as long */
const AXE = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');

const WCAG_22_AA = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } satisfies RunOnly;
/** the same and what its rules ask for beside the standard: the order of headings, labels, heads of tables, regions */
export const WITH_BEST_PRACTICE: RunOnly = { type: 'tag', values: [...WCAG_22_AA.values, 'best-practice'] };
/** those of its rules that measure colours: https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md */
const COLOURS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** What axe finds against WCAG 2.2 A and AA on the page as it is shown now: one readable line per failing element. */
async function violations(page: Page, runOnly: RunOnly): Promise<string[]> {
  await settled(page);
  // evaluated by the debugger, not by the page: the Content-Security-Policy stays as it is
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(AXE);
  const run = { runOnly, resultTypes: ['violations'] };
  const found: AxeResults = await page.evaluate(`window.axe.run(document, ${JSON.stringify(run)})`);
  const where = new URL(page.url()).pathname;
  return found.violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, any, all, none }) => {
      const why = [...any, ...all, ...none].map(({ message }) => message).join('; ');
      return `${where} ${id} (${impact}) ${target.join(' ')}: ${why}`;
    }),
  );
}

type Scheme = 'light' | 'dark';

/** The same in light, and in dark what may differ there, the colours. The page stays in the scheme that it was not in. */
export async function violationsInBothSchemes(page: Page, runOnly: RunOnly = WCAG_22_AA): Promise<string[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const schemes: Scheme[] = isDark ? ['dark', 'light'] : ['light', 'dark'];
  const found: string[] = [];
  for (const scheme of schemes) found.push(...(await violationsIn(scheme, page, runOnly)));
  return found;
}

export async function violationsIn(colorScheme: Scheme, page: Page, runOnly: RunOnly = WCAG_22_AA): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  // react-admin draws itself anew in the other theme, which may take a busy machine more than a frame
  await page.waitForFunction(
    (scheme) => getComputedStyle(document.documentElement).colorScheme.includes(scheme),
    colorScheme,
  );
  const found = await violations(page, colorScheme === 'dark' ? COLOURS : runOnly);
  return found.map((line) => `${colorScheme}: ${line}`);
}

/** Colours are measured once they stand still: what fades in has not the contrast it ends with. */
async function settled(page: Page): Promise<void> {
  // what changes with the scheme begins to fade a frame later, when the page has been drawn anew
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  );
}
