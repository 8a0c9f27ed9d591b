import { Refused } from './decider.js';
import { randomId } from './ids.js';

/** Exclusive until `leaseUntil` (ms UTC); the append is the lock, and the second append is refused. */
export interface Claim {
  by: string;
  leaseUntil: number;
}

/** ms after which what another process has left is anyone's */
export const LEFT_AFTER = 30_000;
/** ms without a claim until another process counts as gone; claims that make it one at work: an operator's are fewer */
const [GONE_AFTER, AT_WORK] = [5_000, 8];

/**
 * An embedded store serves one process, so an earlier holder has ended; shared stores wait for the lease. Processes at
 * work `hear` of each other by their claims in the log, and each id is in the share of one of them, which begins with it:
 * the claim stays the lock. `now`: ms UTC
 */
export class Holders {
  private readonly others = new Map<string, { claims: number; at: number }>();

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

  hear({ data }: { data: object }, now: number): void {
    if (this.isAlone || !('by' in data && 'leaseUntil' in data)) return;
    const [, process = ''] = /-([^-.]+)(\.\w+)?$/.exec(String(data.by)) ?? [];
    if (process === this.here) return;
    const { claims, at } = this.others.get(process) ?? { claims: 0, at: now };
    this.others.set(process, { claims: now - at > GONE_AFTER ? 1 : claims + 1, at: now });
  }

  isInShare(id: string, now: number): boolean {
    for (const [process, { at }] of this.others) if (now - at > GONE_AFTER) this.others.delete(process);
    return [...this.others].every(
      ([process, { claims }]) => claims < AT_WORK || weight(process, id) < weight(this.here, id),
    );
  }
}

/** for rendezvous hashing: whoever comes or goes moves no id between the others */
function weight(process: string, id: string): number {
  let hash = 0;
  const text = process + id;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1);
  return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0;
}

/** `retryAfter`: seconds */
export function claimed(retryAfter?: number): Refused {
  return new Refused('claimed', 'conflict', 'Another process is working on this.', retryAfter);
}
