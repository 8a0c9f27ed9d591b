import type { Claim } from '../event-sourcing/claims.js';
import { Refused } from '../event-sourcing/decider.js';

/** `ended`: a holder that is known to have stopped, so its lease can be ignored. */
export interface Takeover {
  ended?: string | undefined;
}

export function isTooEarly(open: Claim, ended: string | undefined, now: number): boolean {
  return now < open.leaseUntil && open.by !== ended;
}

/** `unresolvedClaims`: of this effect, without a definite outcome so far. */
export interface OpenClaim extends Claim {
  unresolvedClaims: number;
}

const LONGEST_LEASE = 12 * 3_600_000;

/** Lease of a takeover, ms. It triples each time, so that 72 hours of retries append only a dozen events. */
export function leaseOfTakeover(shortest: number, { unresolvedClaims }: OpenClaim): number {
  return Math.min(LONGEST_LEASE, shortest * 3 ** unresolvedClaims);
}

/** Whether `by` holds the claim until `end`, ms UTC. */
export function isHeld(claim: Claim, by: string, end: number): boolean {
  return claim.by === by && end <= claim.leaseUntil;
}

export function isUnderWay(open: OpenClaim, by: string, now: number): boolean {
  return open.by === by && open.unresolvedClaims === 0 && now < open.leaseUntil;
}

/** `not-proven`: a takeover came between the answer and its record. */
const TURNED_DOWN = ['claimed', 'order-ended', 'not-proven'];

export function isAnothersTurn(error: unknown): boolean {
  return error instanceof Refused && TURNED_DOWN.includes(error.code);
}
