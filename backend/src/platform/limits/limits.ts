import { createHmac } from 'node:crypto';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { Refused } from '../decider.js';

/** So many in so long, counted from the first on. `name` keeps the counts of two rules apart. */
export interface Rule {
  name: string;
  max: number;
  seconds: number;
}

/** Where counts are kept: in memory, or in the store that many processes share. */
export type LimitStore = (rule: Rule) => RateLimiterAbstract;

/** Makes limits. What is counted under is an address or somebody's id: the store sees an HMAC of it. */
export class Limits {
  constructor(
    private readonly store: LimitStore,
    private readonly secret: string,
  ) {}

  of(rule: Rule): Limit {
    const keyOf = (name: string) =>
      createHmac('sha256', this.secret).update(`${rule.name} ${name}`).digest('base64url');
    return new Limit(this.store(rule), keyOf);
  }
}

const TOO_MANY = 'Too many attempts. Please try again later.';

/** @throws Refused 'too-many' once as many as may be were counted under the key */
export async function consume(counts: RateLimiterAbstract, key: string, text = TOO_MANY): Promise<void> {
  try {
    await counts.consume(key);
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    const { msBeforeNext } = refusal as { msBeforeNext: number };
    throw tooMany(Math.ceil(msBeforeNext / 1_000), text);
  }
}

export class Limit {
  constructor(
    private readonly counts: RateLimiterAbstract,
    private readonly keyOf: (name: string) => string,
  ) {}

  /** Counts one, before what it is counted for is done. @throws Refused 'too-many' once `max` were counted */
  async take(name: string, text = TOO_MANY): Promise<void> {
    await consume(this.counts, this.keyOf(name), text);
  }

  /** Counts so many and refuses nothing. Returns how many are counted now. */
  async count(name: string, many = 1): Promise<number> {
    return (await this.counts.penalty(this.keyOf(name), many)).consumedPoints;
  }

  /** What was taken for nothing to be counted: it was all right. */
  async giveBack(name: string, many = 1): Promise<void> {
    const key = this.keyOf(name);
    const { consumedPoints } = await this.counts.reward(key, many);
    // Its time was over meanwhile, and nothing of it is counted any more.
    if (consumedPoints < 0) await this.counts.penalty(key, -consumedPoints);
  }

  /** How many are counted now. */
  async counted(name: string): Promise<number> {
    return (await this.counts.get(this.keyOf(name)))?.consumedPoints ?? 0;
  }

  /** Counts one, from now on. */
  async renew(name: string): Promise<void> {
    await this.forget(name);
    await this.count(name);
  }

  async forget(name: string): Promise<void> {
    await this.counts.delete(this.keyOf(name));
  }
}

/** `seconds` until trying again makes sense */
export function tooMany(seconds: number, text = TOO_MANY): Refused {
  return new Refused('too-many', 'too-many', text, Math.max(1, seconds));
}
