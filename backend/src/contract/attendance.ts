/** A page that asks by itself, while nobody touches it, says so: such requests keep no session of staff. */
export const UNATTENDED_HEADER = 'X-Unattended';

/** ms after the last touch in which a page counts as attended */
const ATTENDED_FOR = 60_000;
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'input'] as const;

interface Touched {
  addEventListener(type: string, listener: () => void, options: { capture: boolean; passive: boolean }): void;
}

/** Watches a page from now on, where there is one; returns the headers that a request of it carries now. */
export function attendance(page: Partial<Touched>, clock: () => number = Date.now): () => Record<string, string> {
  let touchedAt = clock();
  for (const type of TOUCHES) {
    page.addEventListener?.(
      type,
      () => {
        touchedAt = clock();
      },
      { capture: true, passive: true },
    );
  }
  const unattended: Record<string, string> = { [UNATTENDED_HEADER]: 'yes' };
  return () => (clock() - touchedAt < ATTENDED_FOR ? {} : unattended);
}
