import type { Page } from 'playwright-core';

/** What has the focus. */
export interface Stop {
  name: string;
  value: string;
  /** what is wrong with it for somebody who sees the page and has no mouse */
  wrong: string[];
}

/** presses of Tab after which what is looked for is taken not to be there */
const PRESSES = 60;

/** Somebody without a mouse. Every stop is looked at: its focus can be seen, and nothing covers it. */
export class Keyboard {
  readonly wrong: string[] = [];

  constructor(private readonly page: Page) {}

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }

  /** Presses Tab until the thing of this name has the focus. @throws when it never does */
  async to(name: RegExp): Promise<void> {
    await this.fill(name, []);
  }

  /** The same, typing on the way into each empty field that an answer is for; a list is chosen from by its letters. */
  async fill(until: RegExp, answers: readonly (readonly [RegExp, string])[]): Promise<void> {
    const passed: string[] = [];
    for (let presses = 0; presses < PRESSES; presses += 1) {
      await this.press('Tab');
      const stop = await this.stop();
      if (until.test(stop.name)) return;
      passed.push(stop.name);
      const answer = answers.find(([label]) => label.test(stop.name));
      if (answer && stop.value === '') await this.page.keyboard.type(answer[1]);
    }
    throw new Error(`${until} cannot be reached by keyboard; passed: ${passed.join(', ')}`);
  }

  async stop(): Promise<Stop> {
    const stop = await this.page.evaluate(look);
    this.wrong.push(...stop.wrong.map((what) => `'${stop.name}' ${what}`));
    return stop;
  }
}

/** Runs in the page. */
async function look(): Promise<Stop> {
  // a dialog that is still on its way in is not where it will be
  const ends = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  await Promise.all(ends.map(({ finished }) => finished.catch(() => undefined)));
  const element = document.activeElement;
  if (!element || element === document.body) return { name: '', value: '', wrong: [] };
  const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
  const label = isField ? element.labels?.[0] : undefined;
  const text = element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent ?? '';
  // a radio button is drawn by its label
  const drawn = element instanceof HTMLInputElement && element.type === 'radio' && label ? label : element;
  const outlines = [getComputedStyle(drawn), getComputedStyle(drawn, '::after')];
  const isSeen = outlines.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px');
  const { left, top, width, height } = drawn.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  const isCovered = !above || !(drawn.contains(above) || above.contains(drawn));
  return {
    name: text.replace(/\s+/g, ' ').trim(),
    value: isField && !['radio', 'checkbox'].includes(element.type) ? element.value : '',
    wrong: [
      ...(isSeen ? [] : ['shows no focus']),
      ...(isCovered ? ['is covered or out of sight'] : []),
      ...((element as HTMLElement).tabIndex > 0 ? ['stands out of order'] : []),
    ],
  };
}
