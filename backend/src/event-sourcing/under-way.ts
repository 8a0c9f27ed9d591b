import { withinRequest } from '../telemetry/request-context.js';
import { Refused } from './decider.js';

/** Copies in this process wait for the first one; other processes rely on the log. */
export class UnderWay {
  private readonly running = new Map<string, Promise<unknown>>();

  /** `again` answers a copy after the first one. @throws Refused 'unavailable' when the copy's time is over */
  async first<T>(key: string, does: () => Promise<T>, again: () => Promise<T>): Promise<T> {
    const running = this.running.get(key);
    if (running !== undefined) {
      await withinRequest(running, late);
      return again();
    }
    const own = does();
    this.running.set(key, own);
    try {
      return await own;
    } finally {
      this.running.delete(key);
    }
  }
}

function late(): Refused {
  return new Refused('unavailable', 'unavailable', 'The same request is still in progress. Try again in a moment.', 1);
}
