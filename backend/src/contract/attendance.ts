/** Marks requests that a page makes without user activity; they do not extend a staff session. */
export const UNATTENDED_HEADER = 'X-Unattended';

/** ms */
const ATTENDED_FOR = 60_000;
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'input'] as const;

interface Touched {
  addEventListener(type: string, listener: () => void, options: { capture: boolean; passive: boolean }): void;
}

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
