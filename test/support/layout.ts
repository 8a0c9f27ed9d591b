import type { Page } from 'playwright-core';

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

/** Cumulative layout shift since the document was opened (https://web.dev/articles/cls), and the moved elements. */
export function layoutShift(page: Page): Promise<{ shift: number; moved: string[] }> {
  return page.evaluate('({ shift: window.shift, moved: window.moved })');
}

/** The innermost elements beyond the window's right edge, except in scrollable parts: one line each. */
export async function overflow(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isHeld = (element: Element): boolean => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible' && at.getBoundingClientRect().right <= width + 1) return true;
      return false;
    };
    const isWide = (element: Element) => {
      const { right, width: own, height } = element.getBoundingClientRect();
      return own > 1 && height > 1 && right > width + 1 && !isHeld(element);
    };
    const wide = [...document.body.querySelectorAll('*')].filter(isWide);
    const innermost = wide.filter((element) => ![...element.children].some((child) => wide.includes(child)));
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} '${element.textContent?.trim().slice(0, 40)}' to ${Math.round(element.getBoundingClientRect().right)} px`;
    const scrolls =
      document.documentElement.scrollWidth > width
        ? [`the page is ${document.documentElement.scrollWidth} px wide`]
        : [];
    const dialogs = [...document.querySelectorAll('[role="dialog"]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ scrollWidth }) => `a dialog is ${scrollWidth} px wide`);
    return { width, lines: [...scrolls, ...dialogs, ...innermost.map(nameOf)] };
  });
  return found.lines.map((line) => `${new URL(page.url()).pathname} at ${found.width} px: ${line}`);
}
