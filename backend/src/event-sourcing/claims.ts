import { Refused } from './decider.js';

/** Claims on outside effects: the append is the lock, and whoever appends second is refused. */

/** Until `leaseUntil` (ms UTC) nobody else works on it. Made by workers, with a fresh command id per try. */
export interface Claim {
  by: string;
  leaseUntil: number;
}

/**
 * Knows which holders of claims have ended. Embedded stores serve one process at a time, so that whoever claimed before it has; where
 * processes share the stores nobody can tell, and the lease has to pass.
 */
export class Holders {
  /** `isAlone`: no other process can have the stores open */
  constructor(private readonly isAlone: boolean) {}

  /** `ours`: the name under which this process makes claims of that kind */
  hasEnded({ by }: Claim, ours: string): boolean {
    return this.isAlone && by !== ours;
  }
}

/** `retryAfter`: seconds */
export function claimed(retryAfter?: number): Refused {
  return new Refused('claimed', 'conflict', 'Another process is working on this.', retryAfter);
}
