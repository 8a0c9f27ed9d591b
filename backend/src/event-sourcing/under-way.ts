import { withinRequest } from '../telemetry/request-context.js';
import { Refused } from './decider.js';

/**
 * Copies of one request that reach this process while the first is under way wait for it, and are refused as it is: a password is
 * compared once, a mail counted once. Those on other processes are told apart by the log alone.
 */
export class UnderWay {
  private readonly running = new Map<string, Promise<unknown>>();

  /**
   * `key` names the request and what is done for it; `again` answers a copy once the first has come to something.
   * @throws Refused 'unavailable' where a copy's own time is over before
   */
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
