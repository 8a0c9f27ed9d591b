import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result, RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';
import { ROOT } from './root.js';

/** The unminified build is more than twice as long. */
const AXE = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');

const WCAG_22_AA = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } satisfies RunOnly;
/** also axe's rules beyond the standard: order of headings, labels, table heads, regions */
export const WITH_BEST_PRACTICE: RunOnly = { type: 'tag', values: [...WCAG_22_AA.values, 'best-practice'] };
/** the rules on colours: https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md */
const COLOURS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

type Scheme = 'light' | 'dark';

/** Violations of WCAG 2.2 A and AA in light, and of its rules on colours in dark. The page stays in the other scheme. */
export async function violationsInBothSchemes(page: Page, runOnly: RunOnly = WCAG_22_AA): Promise<string[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const schemes: Scheme[] = isDark ? ['dark', 'light'] : ['light', 'dark'];
  const found: string[] = [];
  for (const scheme of schemes) found.push(...(await violationsIn(scheme, page, runOnly)));
  return found;
}

/** Violations on the page as it is, one line per element; in dark only those of colours. */
export async function violationsIn(scheme: Scheme, page: Page, runOnly: RunOnly = WCAG_22_AA): Promise<string[]> {
  await page.emulateMedia({ colorScheme: scheme });
  await settled(page, scheme);
  const run = { runOnly: scheme === 'dark' ? COLOURS : runOnly, resultTypes: ['violations'] };
  const ask = `window.axe?.run(document, ${JSON.stringify(run)}).then(({ violations }) => violations)`;
  // Evaluated by the debugger, so that the Content-Security-Policy stays unchanged.
  const found: Result[] = (await page.evaluate(ask)) ?? (await page.evaluate(`${AXE};${ask}`));
  const where = `${scheme}: ${new URL(page.url()).pathname}`;
  return found.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, any, all, none }) => {
      const why = [...any, ...all, ...none].map(({ message }) => message).join('; ');
      return `${where} ${id} (${impact}) ${target.join(' ')}: ${why}`;
    }),
  );
}

/** Colours in transition have another contrast. */
function settled(page: Page, scheme: Scheme): Promise<void> {
  return page.evaluate(async (wanted) => {
    const drawn = () => new Promise(requestAnimationFrame);
    // react-admin may take more than a frame to render the other theme.
    while (!getComputedStyle(document.documentElement).colorScheme.includes(wanted)) await drawn();
    // Transitions start a frame after the change of the scheme.
    await drawn();
    await drawn();
    // Where nothing is drawn, `finished` of a transition that has ended may never resolve.
    const isMoving = ({ playState, effect }: Animation) =>
      playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime);
    while (document.getAnimations().some(isMoving)) await drawn();
  }, scheme);
}
