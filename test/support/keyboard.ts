import type { Page } from 'playwright-core';

export interface Stop {
  name: string;
  value: string;
  /** accessibility problems of the focused element */
  wrong: string[];
}

/** presses of Tab after which an element counts as unreachable */
const PRESSES = 60;

/** Uses the page without a mouse and checks every stop: the focus is visible, and nothing covers it. */
export class Keyboard {
  readonly wrong: string[] = [];

  constructor(private readonly page: Page) {}

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }

  /** @throws when no element of this name gets the focus */
  async to(name: RegExp): Promise<void> {
    await this.fill(name, []);
  }

  /** The same, and types answers into empty fields on the way; a list is chosen from by typing. */
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

async function look(): Promise<Stop> {
  // A dialog may still be moving. Where nothing is drawn, `finished` of a transition that has ended may never resolve.
  const isMoving = ({ playState, effect }: Animation) =>
    playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime);
  while (document.getAnimations().some(isMoving)) await new Promise(requestAnimationFrame);
  const element = document.activeElement;
  if (!element || element === document.body) return { name: '', value: '', wrong: [] };
  const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
  const label = isField ? element.labels?.[0] : undefined;
  const text = element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent ?? '';
  // A radio button is drawn by its label.
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
