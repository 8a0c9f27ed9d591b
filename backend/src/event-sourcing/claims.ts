import { Refused } from './decider.js';
import { randomId } from './ids.js';

/** Exclusive until `leaseUntil` (ms UTC); the append is the lock, and the second append is refused. */
export interface Claim {
  by: string;
  leaseUntil: number;
}

/** An embedded store serves one process, so an earlier holder has ended; shared stores wait for the lease. */
export class Holders {
  /** @param here names this process: its threads share it */
  constructor(
    private readonly isAlone: boolean,
    readonly here = randomId().slice(0, 8),
    private readonly part = 'all',
  ) {}

  process(work: string): string {
    return `${work}-${this.here}`;
  }

  /** For effects that only the thread that has claimed them may repeat within the lease. */
  thread(work: string): string {
    return `${this.process(work)}.${this.part}`;
  }

  /** The other thread of this process may still be at work: its lease decides. */
  hasEnded({ by }: Claim): boolean {
    return this.isAlone && !by.includes(this.here);
  }
}

/** `retryAfter`: seconds */
export function claimed(retryAfter?: number): Refused {
  return new Refused('claimed', 'conflict', 'Another process is working on this.', retryAfter);
}
