import type { Page } from 'playwright-core';

/** From now on every document of the page counts how much of it moves without anybody having asked for it. */
export async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved, shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources?: { node: Node | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        (window as unknown as { shift: number }).shift += entry.value;
        moved.push(...(entry.sources ?? []).map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 40)}`));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Cumulative layout shift since the document was opened (https://web.dev/articles/cls), and what moved. */
export function layoutShift(page: Page): Promise<{ shift: number; moved: string[] }> {
  return page.evaluate('({ shift: window.shift, moved: window.moved })');
}
