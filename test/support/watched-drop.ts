import type { Page } from 'playwright-core';

/** Records in the page every change of the drop's texts, most of which are visible for a moment only. */
export async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const onStage = (stage: HTMLElement) => {
      const stamps = [...stage.querySelectorAll<HTMLElement>('.stamp[data-stamped="yes"]')];
      const ending = stage.querySelector('.stage-ending h3')?.textContent;
      const shown = [stamps.map(({ dataset }) => dataset.kind).join(' '), ending].filter(Boolean).join(': ');
      return `${stage.dataset.act} | ${shown}`;
    };
    const onPage = (text: string) => {
      if (text.includes('Releasing now')) return 'running';
      if (text.includes('Departed')) return 'departed';
      return document.querySelector('main [role="timer"]') ? 'counting' : 'undated';
    };
    const look = () => {
      const stage = document.querySelector<HTMLElement>('.stage');
      const now = stage ? onStage(stage) : onPage(document.querySelector('main')?.textContent ?? '');
      if (seen.at(-1) !== now) seen.push(now);
    };
    look();
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });
}

export const seenOn = (page: Page) => page.evaluate(() => (window as unknown as { seen: string[] }).seen);

/** Waits until the last recorded text is `last`, and returns all. */
export async function seenUntil(page: Page, last: string): Promise<string[]> {
  await page.waitForFunction((wanted) => (window as unknown as { seen: string[] }).seen.at(-1) === wanted, last);
  return seenOn(page);
}

/** Without immediate repeats. */
export const once = <T>(all: readonly T[]) => all.filter((one, at) => one !== all[at - 1]);
