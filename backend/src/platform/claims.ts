import { Refused } from './decider.js';

/** Claims on outside effects: the append is the lock, and whoever appends second is refused. */

/** Until `leaseUntil` (ms UTC) nobody else works on it. Made by workers, with a fresh command id per try. */
export interface Claim {
  by: string;
  leaseUntil: number;
}

/** `retryAfter`: seconds */
export function claimed(retryAfter?: number): Refused {
  return new Refused('claimed', 'conflict', 'Another worker is on it.', retryAfter);
}
