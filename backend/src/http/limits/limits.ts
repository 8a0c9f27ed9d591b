import { createHmac } from 'node:crypto';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { Refused } from '../../event-sourcing/decider.js';
import { currentRequest, type RequestContext, timeLeft } from '../../telemetry/request-context.js';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';

export interface Rule {
  name: string;
  max: number;
  seconds: number;
}

export type LimitStore = (rule: Rule) => RateLimiterAbstract;

/** Makes limits. The store only sees an HMAC of an address or account id. */
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

/** @throws Refused 'too-many' at the limit; StoreUnavailable when the request has no time left */
export async function consume(
  counts: RateLimiterAbstract,
  key: string,
  text = TOO_MANY,
  forget?: () => void,
): Promise<void> {
  // Each count takes two seconds while the store hangs.
  if (timeLeft(1) === 0) throw new StoreUnavailable('no time is left to count this request');
  try {
    await counts.consume(key);
    noteTaken({ counts, key, forget });
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    const { msBeforeNext } = refusal as { msBeforeNext: number };
    throw tooMany(Math.ceil(msBeforeNext / 1_000), text);
  }
}

interface Taken {
  counts: RateLimiterAbstract;
  key: string;
  forget?: (() => void) | undefined;
}

const taken = new WeakMap<RequestContext, Taken[]>();

function noteTaken(one: Taken): void {
  const request = currentRequest();
  if (!request) return;
  const all = taken.get(request) ?? [];
  all.push(one);
  taken.set(request, all);
}

function noteSettled(counts: RateLimiterAbstract, key: string, many = Number.POSITIVE_INFINITY): void {
  const request = currentRequest();
  const all = request && taken.get(request);
  if (!all) return;
  let left = many;
  const others = all.filter((one) => one.counts !== counts || one.key !== key || left-- <= 0);
  taken.set(request, others);
}

/** Gives back all counts of a request that attempted nothing. */
export async function giveBackUntried(): Promise<void> {
  const request = currentRequest();
  if (!request || request.hasTried) return;
  const all = taken.get(request) ?? [];
  taken.delete(request);
  for (const { forget } of all) forget?.();
  await Promise.all(all.map(({ counts, key }) => giveBack(counts, key, 1)));
}

async function giveBack(counts: RateLimiterAbstract, key: string, many: number): Promise<void> {
  const { consumedPoints } = await counts.reward(key, many);
  // The window has ended meanwhile, and a count must not be negative.
  if (consumedPoints < 0) await counts.penalty(key, -consumedPoints);
}

export class Limit {
  constructor(
    private readonly counts: RateLimiterAbstract,
    private readonly keyOf: (name: string) => string,
  ) {}

  /** Call it before the work; `forget` runs when the count is given back. @throws Refused 'too-many' */
  async take(name: string, text = TOO_MANY, forget?: () => void): Promise<void> {
    await consume(this.counts, this.keyOf(name), text, forget);
  }

  async count(name: string, many = 1): Promise<number> {
    return (await this.counts.penalty(this.keyOf(name), many)).consumedPoints;
  }

  async giveBack(name: string, many = 1): Promise<void> {
    const key = this.keyOf(name);
    noteSettled(this.counts, key, many);
    await giveBack(this.counts, key, many);
  }

  async counted(name: string): Promise<number> {
    return (await this.counts.get(this.keyOf(name)))?.consumedPoints ?? 0;
  }

  async renew(name: string): Promise<void> {
    await this.forget(name);
    await this.count(name);
  }

  async forget(name: string): Promise<void> {
    const key = this.keyOf(name);
    noteSettled(this.counts, key);
    await this.counts.delete(key);
  }
}

export function tooMany(seconds: number, text = TOO_MANY): Refused {
  return new Refused('too-many', 'too-many', text, Math.max(1, seconds));
}
