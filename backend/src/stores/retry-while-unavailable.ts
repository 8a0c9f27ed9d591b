import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailable } from '../telemetry/store-unavailable.js';

/** ms */
const ASK_AGAIN = 500;

/** Repeats an idempotent step until the store answers. @throws AbortError */
export async function retryWhileUnavailable<T>(
  step: () => Promise<T>,
  signal: AbortSignal | undefined,
  onAway: (trouble: StoreUnavailable) => void = () => {},
): Promise<T> {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      onAway(error);
      await wait(ASK_AGAIN, undefined, { signal });
    }
  }
}
